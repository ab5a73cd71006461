import { credentialRules } from './credential-rules.ts'
import { dataRules } from './data-rules.ts'
import { deleteRules } from './delete-rules.ts'
import { diskRules } from './disk-rules.ts'
import { executionRules } from './execution-rules.ts'
import { gitRules } from './git-rules.ts'
import type { GuardPack } from './guard-pack.ts'
import { systemRules } from './system-rules.ts'

/**
 * The built-in pack against accidents and theft: what an agent should not do on its own, each rule with the samples that
 * prove it. A seat belt, not a sandbox: it reads what is written in a call and asks where it cannot.
 */
export const dangerousCommands: GuardPack = {
  name: 'hookline:dangerous-commands',
  rules: [
    ...deleteRules,
    ...diskRules,
    ...gitRules,
    ...executionRules,
    ...credentialRules,
    ...systemRules,
    ...dataRules,
  ],
}
