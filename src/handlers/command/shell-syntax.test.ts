import { describe, expect, it } from 'vitest'
import type { CommandRequest } from './command-request.ts'
import { createSyntaxCheck } from './shell-syntax.ts'
import { createSupervisor } from './supervisor.ts'

describe('createSyntaxCheck', () => {
  it('has the shell read each text once and never runs it', async () => {
    const supervisor = createSupervisor()
    const requests: CommandRequest[] = []
    const check = createSyntaxCheck((request) => {
      requests.push(request)
      return supervisor.run(request)
    })
    const texts = ['exit 2', 'if true', 'exit 2', 'if true', 'for x in a; do :; done']
    const answers = await Promise.all(texts.map(check))
    expect(answers.map((answer) => answer?.class ?? null)).toEqual([null, 'spawn', null, 'spawn', null])
    expect(requests).toHaveLength(3)
    await supervisor.close()
  })

  it('lets pass what could not be checked, and asks again the next time', async () => {
    let asked = 0
    const check = createSyntaxCheck(async () => {
      asked++
      return { kind: 'cancelled' }
    })
    expect([await check('if true'), await check('if true'), asked]).toEqual([null, null, 2])
  })
})
