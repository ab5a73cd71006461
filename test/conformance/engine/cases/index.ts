import type { Case } from '../case.ts'
import { bladeConfigCases } from './blade-config.ts'
import { bladeDecisionCases } from './blade-decisions.ts'
import { bladePayloadCases, bladeRunningCases } from './blade-running.ts'

/** Every case, by what it is about. */
export const caseFiles: Readonly<Record<string, readonly Case[]>> = {
  'native configuration': bladeConfigCases,
  'native commands': bladeRunningCases,
  'native payloads': bladePayloadCases,
  'native decisions': bladeDecisionCases,
}
