import { anyObject, text } from './schema/field.ts'

/** The fields that every tool event shares. */
export const toolFields = {
  toolName: text('Name of the tool.'),
  toolUseId: text('Id of this tool call.'),
  toolInput: anyObject('Arguments of the call.'),
}
