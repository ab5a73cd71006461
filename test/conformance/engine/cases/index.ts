import type { Case } from '../case.ts'
import { bladeConfigCases } from './blade-config.ts'
import { bladeDecisionCases } from './blade-decisions.ts'
import { bladePayloadCases, bladeRunningCases } from './blade-running.ts'
import { callbackCases } from './callbacks.ts'
import { canUseToolCases } from './can-use-tool.ts'
import { claudeCases } from './claude.ts'
import { crossCases, kimiCases, officialCases } from './kimi.ts'

/** Every case, by what it is about. */
export const caseFiles: Readonly<Record<string, readonly Case[]>> = {
  'native configuration': bladeConfigCases,
  'native commands': bladeRunningCases,
  'native payloads': bladePayloadCases,
  'native decisions': bladeDecisionCases,
  callbacks: callbackCases,
  'canUseTool and modes': canUseToolCases,
  'settings of Claude Code': claudeCases,
  'tables of Kimi': kimiCases,
  'list of Kimi': officialCases,
  'all dialects': crossCases,
}
