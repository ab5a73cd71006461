import { eventDefinition, eventNames } from './event-types.ts'
import { failureClasses, failurePolicies } from './failure.ts'
import {
  anyObject,
  callable,
  count,
  duration,
  either,
  type Field,
  filledText,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
  text,
  variantsBy,
} from './schema/field.ts'

const policy = oneOf(failurePolicies, 'What happens to the call: ignore lets it through, recorded as failed open.')
const texts = (about: string): Field<string | string[]> => either([text(about), listOf(text(about), about)], about)
const sample = either([text('A command line.'), anyObject('Input fields of the event.')], 'One sample.')

const hookOptions = {
  id: optional(filledText('Unique name, used in verdicts, records and overrides.')),
  name: optional(filledText('Name for people.')),
  description: optional(text('What the hook is for.')),
  if: optional(text('One permission rule, such as `Bash(git push *)`, that must match as well.')),
  timeout: optional(duration('Time limit; a number is seconds.')),
  statusMessage: optional(text('Shown while the hook runs.')),
  async: optional(flag('Never waited for, never counted.')),
  once: optional(flag('Runs once per session.')),
  onFailure: optional(
    either(
      [
        policy,
        objectOf(
          Object.fromEntries(failureClasses.map((name) => [name, optional(policy)])),
          'One policy per failure class.',
        ),
      ],
      'What a failure does to the call, for all classes or for each.',
    ),
  ),
  shadow: optional(flag('Runs and is recorded, does not count.')),
  recheck: optional(flag('false: does not run again after siblings rewrote the input.')),
  enabled: optional(flag('false: does not run.')),
  mustDeny: optional(listOf(sample, 'Inputs that this guard must deny.')),
  mustAllow: optional(listOf(sample, 'Inputs that this guard must let pass.')),
} satisfies Shape

const processOptions = {
  env: optional(recordOf(text('A value.'), 'Further variables of the process.')),
  passEnv: optional(listOf(text('Name of a variable.'), 'Variables of the host to pass on.')),
  cwd: optional(text('Directory to run in, relative to the project.')),
  reap: optional(oneOf(['group', 'all', 'none'], 'What is killed when the hook has ended normally.')),
} satisfies Shape

const watchOptions = {
  budget: optional(duration('A run that takes longer is shown as slow, its answer counts; a number is seconds.')),
  breaker: optional(
    objectOf(
      {
        failures: optional(count('How many failed or slow runs in a row. 5 by default.', { min: 1 })),
        cooldown: optional(duration('How long it then fails untried; a number is seconds. 30 by default.')),
      },
      'A hook that keeps failing is no longer tried for a while; onFailure says what that does to the call.',
    ),
  ),
} satisfies Shape

const type = (name: string): Field => oneOf([name], 'Kind of the handler.')

/** The shapes of a hook by handler type, as written in a native file. */
export const hookVariants = {
  command: {
    type: optional(type('command')),
    command: optional(text('Command line for /bin/sh.')),
    exec: optional(text('Program to start without a shell.')),
    args: optional(listOf(text('An argument.'), 'Arguments of `exec`.')),
    ...processOptions,
    ...watchOptions,
    ...hookOptions,
  },
  callback: { type: type('callback'), callback: callable('The function.'), ...hookOptions },
  prompt: {
    type: type('prompt'),
    prompt: text('Prompt for one model call; $ARGUMENTS is the event as JSON.'),
    model: optional(text('Model to use.')),
    ...watchOptions,
    ...hookOptions,
  },
  agent: {
    type: type('agent'),
    prompt: text('Task for a sub-agent; $ARGUMENTS is the event as JSON.'),
    model: optional(text('Model to use.')),
    tools: optional(listOf(text('Name of a tool.'), 'Tools the sub-agent may use.')),
    ...watchOptions,
    ...hookOptions,
  },
  http: {
    type: type('http'),
    url: text('Address the event is posted to.'),
    headers: optional(recordOf(text('A value; ${VAR} stands for a declared variable.'), 'Headers of the request.')),
    allowedEnvVars: optional(listOf(text('Name of a variable.'), 'Variables that headers may use.')),
    allowedHosts: optional(
      listOf(
        text('A host name, an address, or *.domain for all below a domain.'),
        'Hosts that may be reached without encryption and at private addresses. Not from project files.',
      ),
    ),
    maxRetries: optional(count('How often a request without an answer is sent again. 2 by default.', { max: 10 })),
    allow204: optional(flag('true: status 204 means no opinion; otherwise it is a failure.')),
    ...watchOptions,
    ...hookOptions,
  },
  worker: {
    type: type('worker'),
    command: text('Command line of a long-lived process: one JSON line in, one out.'),
    ...processOptions,
    ...watchOptions,
    ...hookOptions,
  },
} as const satisfies Record<string, Shape>

const matcher = either(
  [
    text('A regular expression over the whole name; omitted, "" or "*" match all.'),
    objectOf(
      {
        tools: optional(texts('Tool names, `Tool(glob)` allowed.')),
        paths: optional(texts('Globs of file paths.')),
        commands: optional(texts('Globs of command lines.')),
      },
      'All of the given parts must match.',
    ),
  ],
  'Which calls the hooks are for.',
)

const describeGroup = (hook: Field): Field =>
  objectOf({ matcher: optional(matcher), hooks: listOf(hook, 'The hooks.', 1) }, 'A matcher with its hooks.')

const { callback: _, ...writtenVariants } = hookVariants
const callback = callable('A callback.')

/** What an event's list holds: in code also functions, which cannot stand in a file. */
const entries = {
  code: either(
    [describeGroup(either([variantsBy('type', 'command', hookVariants), callback], 'One hook.')), callback],
    'A group or a callback.',
  ),
  file: describeGroup(variantsBy('type', 'command', writtenVariants)),
} satisfies Record<string, Field>

const settings = {
  $schema: optional(text('JSON Schema of the file.')),
  version: optional(oneOf([1], 'Version of the format.')),
  enabled: optional(flag('false switches off the hooks of this file.')),
  defaultTimeout: optional(duration('Time limit of hooks without one; a number is seconds. 60 by default.')),
  timeoutBehavior: optional(oneOf(failurePolicies, 'What a hook that ran out of time does to the call.')),
  failureBehavior: optional(oneOf(failurePolicies, 'What a hook that failed does to the call.')),
  maxConcurrentHooks: optional(count('How many hooks of one event run at once. 5 by default.', { min: 1 })),
  strict: optional(flag('true: gates that fail deny, unless the hook says otherwise.')),
  overrides: optional(
    recordOf(
      objectOf(
        {
          enabled: optional(flag('Switch the hook on or off.')),
          shadow: optional(flag('Run it without counting it.')),
          timeout: optional(duration('Another time limit.')),
        },
        'Changes to one hook.',
      ),
      'Changes to hooks of other layers, by id. From user files and code only.',
    ),
  ),
  permissions: optional(
    objectOf(
      {
        allow: optional(listOf(text('A permission rule.'), 'Calls that need no question.')),
        ask: optional(listOf(text('A permission rule.'), 'Calls that always need a question.')),
        deny: optional(listOf(text('A permission rule.'), 'Calls that never run.')),
      },
      'Permission rules beside the hooks.',
    ),
  ),
  guards: optional(
    listOf(
      either(
        [
          text('Name of a guard pack.'),
          objectOf(
            {
              use: text('Name of a guard pack.'),
              except: optional(listOf(text('Id of a rule.'), 'Rules to leave out.')),
            },
            'A guard pack, trimmed.',
          ),
        ],
        'A guard pack.',
      ),
      'Built-in guard packs, such as hookline:dangerous-commands.',
    ),
  ),
  protect: optional(
    either(
      [
        flag('false lifts the guard.'),
        objectOf(
          { except: optional(listOf(text('A path glob.'), 'Paths that are left to the agent.')) },
          'The guard, with exceptions.',
        ),
      ],
      'Whether tool calls are kept from changing what hooks are made of. Lifted from user files and code only.',
    ),
  ),
} satisfies Shape

/** The shape of a native configuration in code or in a file, events and their aliases included. */
export function nativeConfigShape(form: keyof typeof entries = 'code'): Shape {
  const lists = eventNames.flatMap((name) => {
    const event = eventDefinition(name)
    const list = optional(listOf<unknown>(entries[form], `Hooks that run ${event.fires}.`))
    return [name, ...(event.aliases ?? [])].map((key) => [key, list] as const)
  })
  return { ...settings, ...Object.fromEntries(lists) }
}
