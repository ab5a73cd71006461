import type { Case } from '../case.ts'
import { bladeConfigCases } from './blade-config.ts'
import { bladeDecisionCases } from './blade-decisions.ts'
import { bladePayloadCases, bladeRunningCases } from './blade-running.ts'
import { callbackCases } from './callbacks.ts'
import { canUseToolCases } from './can-use-tool.ts'
import { claudeCases } from './claude.ts'
import { crossCases, kimiCases, officialCases } from './kimi.ts'
import { seedCases } from './seeds.ts'
import { configCases } from './spec-config.ts'
import { eventCases } from './spec-events.ts'
import { interpretingCases } from './spec-interpreting.ts'
import { matchingCases } from './spec-matching.ts'
import { mergingCases } from './spec-merging.ts'
import { permissionCases } from './spec-permissions.ts'
import { runningCases } from './spec-running.ts'
import { smallPrintCases } from './spec-small-print.ts'

/** The cases of the documents and of the tests of the programs they describe. */
export const documentCases: Readonly<Record<string, readonly Case[]>> = {
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
  'examples of the documents': seedCases,
}

/** The rules of the specification, section by section. */
export const sectionCases: Readonly<Record<string, readonly Case[]>> = {
  'section 2, events': eventCases,
  'section 3, configuration': configCases,
  'section 4, matching': matchingCases,
  'section 5, running': runningCases,
  'section 6, interpreting': interpretingCases,
  'section 7, merging': mergingCases,
  'section 8, permissions': permissionCases,
  'section 13, small print': smallPrintCases,
}
