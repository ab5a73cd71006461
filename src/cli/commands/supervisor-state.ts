import { HookError } from '../../base/errors.ts'
import { createReviewState, type ReviewState } from '../../store/review-state.ts'
import { findPlaces } from '../../supervisor/places.ts'

/**
 * Works on the state of reviews of this user and closes it. Throws `STATE_UNUSABLE` for a file that is no state of ours, and
 * for one that another process does not let go of.
 */
export function useReviewState<T>(work: (state: ReviewState) => T): T {
  const places = findPlaces(process.env, process.cwd())
  const state = createReviewState(places)
  try {
    return work(state)
  } catch (error) {
    throw describeStateFault(error, places.state)
  } finally {
    state.close()
  }
}

/** What is wrong with a state that could not be used, and what to do; errors that say so themselves stay as they are. */
export function describeStateFault(error: unknown, file: string): unknown {
  if (error instanceof HookError || !(error instanceof Error)) return error
  const { code, errcode, path } = error as NodeJS.ErrnoException & { errcode?: number }
  if (path !== undefined) return error
  const options = { place: { file }, cause: error }
  // Extended codes of the database hold the plain one in their lowest byte.
  const plain = code === 'ERR_SQLITE_ERROR' && errcode !== undefined ? errcode & 0xff : undefined
  if (plain !== undefined && heldCodes.includes(plain))
    return new HookError('STATE_UNUSABLE', `another process holds the state of reviews (${error.message})`, {
      hint: 'Try again when that process is done. Nothing was changed, and the file is sound: leave it where it is.',
      ...options,
    })
  if (plain !== undefined && systemCodes.includes(plain))
    return new HookError('FILE_REFUSED', `the state of reviews cannot be used: ${error.message}`, options)
  return new HookError('STATE_UNUSABLE', `this is no database of the supervisor, or it is damaged (${error.message})`, {
    hint: `Move it away, together with ${file}-wal and ${file}-shm where they are; counters, switches and the record of reviews then begin anew.`,
    ...options,
  })
}

/** Busy, locked. */
const heldCodes: readonly number[] = [5, 6]

/** No permission, out of memory, read-only, a fault of the disk, a full disk, cannot be opened. */
const systemCodes: readonly number[] = [3, 7, 8, 10, 13, 14]
