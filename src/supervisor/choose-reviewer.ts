import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { ProviderOptions } from '../models/index.ts'
import type { CallingSession, HookCall } from './hook-call.ts'
import type { Reviewer } from './reviewer.ts'
import { parseReviewerFlag, type ReviewerChoice } from './reviewer-choice.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The reviewer that the flag names, else the settings, else the model of the session that calls, else Claude Code where it is
 * installed, else the model whose key is set. Rejects with an error that says what to do when there is none.
 */
export async function chooseReviewer(
  flag: string | undefined,
  configured: ReviewerChoice | undefined,
  { env, session }: Pick<HookCall, 'env' | 'session'>,
): Promise<Reviewer> {
  const choice = flag === undefined ? configured : parseReviewerFlag(flag)
  switch (choice?.type) {
    case 'command':
      return (await import('./reviewers/command-reviewer.ts')).createCommandReviewer(choice)
    case 'claude':
      return openClaude(choice, env)
    case 'model':
      return session && choice.provider === undefined
        ? openSessionModel(session, choice.model)
        : openModel(choice, env).catch(addHint)
    case undefined:
      return session ? openSessionModel(session) : openDefault(env)
  }
}

async function openClaude(choice: ReviewerChoice & { type: 'claude' }, env: Environment): Promise<Reviewer> {
  const executable = findExecutable('claude', env)
  if (executable === undefined)
    throw new Error(`Claude Code is not installed: there is no \`claude\` on the search path. ${remedy}`)
  return (await import('./reviewers/claude-reviewer.ts')).createClaudeReviewer(choice, executable)
}

async function openModel(choice: ReviewerChoice & { type: 'model' }, env: Environment): Promise<Reviewer> {
  const { createProvider } = await import('../models/index.ts')
  const { provider, model, baseUrl } = choice
  const options: ProviderOptions | undefined =
    provider === undefined ? undefined : { type: provider, ...(baseUrl !== undefined && { baseUrl }) }
  const opened = await createProvider(options, env)
  return (await import('./reviewers/model-reviewer.ts')).createModelReviewer(opened, model)
}

// Only the message of an error is told.
function addHint(error: Error & { hint?: string }): never {
  throw error.hint === undefined ? error : new Error(`${error.message} ${error.hint}`)
}

async function openSessionModel(session: CallingSession, model?: string): Promise<Reviewer> {
  const { provider, name } = await session.reviewModel()
  return (await import('./reviewers/model-reviewer.ts')).createModelReviewer(provider, model ?? name)
}

const remedy = 'Install Claude Code, set the key of a model, or name a program with --reviewer command:PROGRAM.'

async function openDefault(env: Environment): Promise<Reviewer> {
  if (findExecutable('claude', env) !== undefined) return openClaude({ type: 'claude', args: [] }, env)
  try {
    return await openModel({ type: 'model' }, env)
  } catch (error) {
    throw new Error(`there is no reviewer. ${(error as Error).message} ${remedy}`)
  }
}

function findExecutable(name: string, env: Environment): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
