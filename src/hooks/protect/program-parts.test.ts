import { expect, it } from 'vitest'
import { viewCommand } from '../../match/guards/command-view.ts'
import { parseCommand } from '../../shell/index.ts'
import { isPlainReader, readParts } from './program-parts.ts'

const view = (text: string) => viewCommand(parseCommand(text).commands[0]!)
const show = (text: string): string[] | null =>
  readParts(view(text))?.map(({ word, does, base, only }) =>
    [does, ...(base ? [`${base.value}:`] : []), word.value ?? word.raw, ...(only ?? [])].join(' '),
  ) ?? null

it.each<[string, string[]]>([
  ['rm -rf a b', ['remove a', 'remove b']],
  ['curl -o a https://h/x/settings.json?v=1', ['write a', 'write settings.json']],
  ['wget --output-document=a x', ['write a', 'write x']],
  ['chmod +x a', ['write +x', 'write a']],
  ['chmod -R 000 a', ['spread 000', 'spread a']],
  ['mv -t d a b', ['remove a', 'remove b', 'into d']],
  ['mv a b', ['remove a', 'into b']],
  ['cp --target-directory=d a', ['into d']],
  ['cp -l a b', ['link a', 'into b']],
  ['rsync -a --delete s/ d', ['spread d', 'into d']],
  ['ln -s a', ['link a', 'into .']],
  ['dd if=x of=a', ['write a']],
  ['git -C w checkout -- a', ['spread w: a']],
  ['git mv a b', ['remove a', 'into b']],
  ['find . -name settings.json -delete', ['spread . settings.json']],
  ['find a b -exec sed -i s/x/y/ {} +', ['spread a', 'spread b']],
  ['find . -exec cat {} +', []],
  ['tar xf t.tar', ['unpack .']],
  ['tar -xf t.tar -C d', ['extract d']],
  ['tar -C d -xf t.tar', ['extract d']],
  ['tar --directory=d --extract --file t.tar', ['extract d']],
  ['tar -Cd -xzf t.tar', ['extract d']],
  ['tar -C d -cf t.tar a', []],
  ['unzip t.zip -d d', ['extract d']],
  ['7z x t.7z -od', ['extract d']],
  ['sed -i.bak s/a/b/ f', ['write s/a/b/', 'write f']],
])('knows what %s does to the files it names', (text, parts) => {
  expect(show(text)).toEqual(parts)
})

it('tells programs that only read from those of which nobody knows what they do', () => {
  const reading = ['cat a', 'sed s/a/b/ f', 'git show a', 'awk 1 a', 'yq . a', 'python3 a.py', 'jq . a']
  const unknown = ['frobnicate a', 'git show --output=a', 'awk \'{print > "a"}\'', 'make a']
  expect([...reading, ...unknown].filter((text) => show(text) !== null)).toEqual([])
  expect(reading.filter((text) => !isPlainReader(view(text)))).toEqual([])
  expect(unknown.filter((text) => isPlainReader(view(text)))).toEqual([])
})
