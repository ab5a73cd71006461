import type { Program } from './command.ts'
import { supervisorCommands } from './commands/supervisor-rows.ts'

/** The commands of `hookline`: a command is one file and one row here. */
export const hookline: Program = {
  name: 'hookline',
  about: 'The hook engine for coding agents: observe, rewrite, approve or stop what an agent does.',
  commands: [
    {
      name: 'run',
      about: 'Talk with an agent that works under your hooks, or give it one prompt.',
      load: () => import('./commands/run.ts'),
    },
    {
      name: 'demo',
      about: 'Watch an agent work under hooks of every kind, without any key.',
      load: () => import('./commands/demo.ts'),
    },
    {
      name: 'fire',
      about: 'Run the hooks for one event and print the verdict.',
      load: () => import('./commands/fire.ts'),
    },
    {
      name: 'explain',
      about: 'Show every configured hook of an event with its fate; runs nothing.',
      load: () => import('./commands/explain.ts'),
    },
    {
      name: 'lint',
      about: 'Find faults in configurations and their scripts; --fix mends the mechanical ones.',
      load: () => import('./commands/lint.ts'),
    },
    {
      name: 'test',
      about: 'Prove the samples of guards and run hooktest files, through the real hooks.',
      load: () => import('./commands/test.ts'),
    },
    {
      name: 'init',
      about: 'Write a starter configuration with guards, samples and scripts.',
      load: () => import('./commands/init.ts'),
    },
    {
      name: 'trust',
      about: 'Show what the files of a project want to run, and approve it by content.',
      load: () => import('./commands/trust.ts'),
    },
    { name: 'events', about: 'Print the event table.', load: () => import('./commands/events.ts') },
    {
      name: 'schema',
      about: 'Print the JSON Schema of an event, or of a configuration file.',
      load: () => import('./commands/schema.ts'),
    },
    {
      name: 'convert',
      about: 'Convert a configuration to another dialect and report what each entry keeps; exits 3 if one is left out.',
      load: () => import('./commands/convert.ts'),
    },
    {
      name: 'install',
      about: 'Register Hookline in the settings of an agent, or take it out.',
      load: () => import('./commands/install.ts'),
    },
    {
      name: 'trace',
      about: 'Show what was recorded: sessions, their events and hooks with times, one event in full, statistics.',
      load: () => import('./commands/trace.ts'),
    },
    {
      name: 'replay',
      about: 'Fire recorded events through another configuration and list what comes out otherwise; exits 3 if weaker.',
      load: () => import('./commands/replay.ts'),
    },
    {
      name: 'serve',
      about: 'Serve a live page of sessions, hooks and questions on this machine, or export one session as a file.',
      load: () => import('./commands/serve.ts'),
    },
    ...supervisorCommands,
  ],
}
