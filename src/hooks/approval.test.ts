import { describe, expect, it } from 'vitest'
import { Approval, mintApproval } from './approval.ts'

const input = { command: 'ls', list: [1, { deep: true }] }

describe('an approval', () => {
  it('is good for the tool and the input it was minted for, whatever the order of keys', () => {
    const approval = mintApproval('Bash', input)
    expect(() => approval.redeem('Bash', { list: [1, { deep: true }], command: 'ls' })).not.toThrow()
  })

  it('is good once', () => {
    const approval = mintApproval('Bash', input)
    approval.redeem('Bash', input)
    expect(() => approval.redeem('Bash', input)).toThrow('the approval for Bash was used before')
  })

  it.each([
    ['another tool', 'Write', input],
    ['another input', 'Bash', { ...input, command: 'rm -rf /' }],
    ['an input with one key more', 'Bash', { ...input, more: 1 }],
    ['an input with one key less', 'Bash', { command: 'ls' }],
    ['an input changed deep inside', 'Bash', { command: 'ls', list: [1, { deep: false }] }],
  ])('is not good for %s, and a wrong try does not use it up', (_, tool, other) => {
    const approval = mintApproval('Bash', input)
    expect(() => approval.redeem(tool, other)).toThrow('the approval is for Bash with another input')
    expect(() => approval.redeem('Bash', input)).not.toThrow()
  })

  it.each([
    ['by its toJSON', { command: 'rm -rf /', toJSON: () => input }],
    ['by a getter', Object.defineProperty({ list: input.list }, 'command', { enumerable: true, get: () => 'ls' })],
    ['as a proxy', new Proxy(input, {})],
  ])('is not good for an input that only looks the same %s', (_, other) => {
    const approval = mintApproval('Bash', input)
    expect(() => approval.redeem('Bash', other)).toThrow('expected plain data')
  })

  it('cannot be made by anyone else', () => {
    const real = mintApproval('Bash', input)
    const forged = [
      new Approval('Bash', real.digest),
      Object.assign(Object.create(Approval.prototype) as Approval, { toolName: 'Bash', digest: real.digest }),
      new Proxy(real, {}),
    ]
    for (const approval of forged) {
      expect(() => Approval.prototype.redeem.call(approval, 'Bash', input)).toThrow('was not minted')
    }
    expect(forged).toHaveLength(3)
  })

  it('cannot be changed', () => {
    const approval = mintApproval('Bash', input)
    expect(() => Object.assign(approval, { toolName: 'Write' })).toThrow(TypeError)
    expect(() => Object.assign(approval, { redeem: () => undefined })).toThrow(TypeError)
  })
})
