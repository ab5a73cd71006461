import { type Node, parseTree } from 'jsonc-parser'
import { expect, test } from 'vitest'
import { indexJson, type JsonSpot } from './json-index.ts'

const texts = [
  '1',
  ' -1.5E+7 ',
  '"a \\" ]"',
  'null',
  '[]',
  '{}',
  '[[], {"a": [1, 2, {"b": null}]}, "x,}", true]',
  '{"a" : 1 ,\n\t"\\u0062": {"c": "]}"}, "a.b": [0.5e-3, false], "": {}}',
  '// head\n{ /* } */ "a": /* [ */ 1, // tail "\n "b": [1, 2,], }\n// end',
  '\r\n{"__proto__": {"x": [1]}, "constructor": 2}',
]

test('finds every value and every key where a full parser finds them', () => {
  let seen = 0
  for (const text of texts) {
    const compare = (spot: JsonSpot | undefined, node: Node, key?: Node): void => {
      seen++
      expect([text, spot?.value, spot?.key]).toEqual([text, node.offset, (key ?? node).offset])
      if (node.type === 'array') {
        expect((spot!.members as JsonSpot[]).length).toBe(node.children!.length)
        node.children!.forEach((child, index) => void compare((spot!.members as JsonSpot[])[index], child))
      } else if (node.type === 'object') {
        const members = spot!.members as Map<string, JsonSpot>
        expect([...members.keys()]).toEqual(node.children!.map((member) => member.children![0]!.value))
        for (const { children } of node.children!)
          compare(members.get(children![0]!.value as string), children![1]!, children![0])
      } else expect(spot!.members).toBeUndefined()
    }
    compare(indexJson(text), parseTree(text, [], { allowTrailingComma: true })!)
  }
  expect(seen).toBeGreaterThan(30)
})
