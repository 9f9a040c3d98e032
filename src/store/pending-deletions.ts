import type { Store } from '../config/store.js'
import { AdapterError } from '../errors/runtime-errors.js'
import type { AdapterFactor } from '../model/adapter.js'
import { openFactors } from './factors.js'

/** A deletion that a user has asked for. */
export interface PendingDeletion {
  /** Random, so that a later deletion of the same user is another one. */
  readonly id: string
  readonly userId: string
  /**
   * When the user is to be deleted, in seconds since the epoch. Undefined if the database has lost it.
   * The user is then not deleted.
   */
  readonly dueAt: number | undefined
  /** Whether a process has begun to delete the user. The account can then no longer be kept. */
  readonly hasBegun: boolean
  /** How often its date was moved, or a process has begun it. */
  readonly step: number
}

/**
 * Operations on the deletions that wait for their date. The process that first writes the next step to
 * the row of a deletion keeps the user or deletes it, so exactly one of both happens.
 */
export interface PendingDeletions {
  /** Finds a user's pending deletion. Throws if it cannot be read. */
  find(userId: string): Promise<PendingDeletion | undefined>
  /**
   * Records a deletion, or moves an earlier one that has not begun to the later of both dates. Also
   * succeeds if the answer of the database was lost, but the row is there.
   */
  ask(userId: string, id: string, dueAt: number): Promise<AskedDeletion>
  /** Withdraws a deletion. Returns false if it has begun, or was withdrawn before. */
  withdraw(deletion: PendingDeletion): Promise<boolean>
  /** Begins a deletion. Returns false if it was withdrawn, or if another process carries it out. */
  begin(deletion: PendingDeletion): Promise<boolean>
  /**
   * Lets a user keep the account again whom the database does not delete. Takes the deletion as it was
   * before this process began it.
   */
  giveUp(deletion: PendingDeletion, dueAt: number): Promise<boolean>
  /** Moves the date of a deletion. Returns false if it has begun, or was withdrawn. */
  postpone(deletion: PendingDeletion, dueAt: number): Promise<boolean>
  /** Lists the users whose date has passed. */
  listDue(now: Date): Promise<readonly string[]>
}

/** A deletion that was just asked for. */
export interface AskedDeletion {
  readonly deletion: PendingDeletion
  /** Whether this request has set its date. If not, its user knows the date already. */
  readonly isNew: boolean
}

/** Seconds between two requests for a deletion that count as one, such as those of a double click. */
const sameRequest = 60

/** Whether a deletion was asked for before, and waits as long as a new one. */
export function isAskedFor({ dueAt: known }: PendingDeletion, dueAt: number): boolean {
  return known !== undefined && known + sameRequest > dueAt
}

/** Seconds after which another process may carry out a deletion that was begun and not finished. */
const patience = 5 * 60

/** What a row says in place of the secret of a factor. */
const withdrawn = 'withdrawn'
const begun = 'begun'
const givenUp = 'given-up'

export function openPendingDeletions(store: Store, clock: () => number): PendingDeletions {
  const factors = openFactors(store)

  const find = async (userId: string): Promise<PendingDeletion | undefined> => {
    const rows = (await factors.list(userId)).filter(({ type }) => type === 'deletion')
    for (const { id, secret } of rows) if (secret === withdrawn) await factors.remove(id)
    const row = rows.find(({ secret }) => secret !== withdrawn)
    return row && toDeletion(row)
  }

  /** Of several callers with one state of the row, only the first one gets true. */
  const take = (deletion: PendingDeletion, secret: string): Promise<boolean> =>
    factors.useStep(deletion.id, {
      step: deletion.step + 1,
      lastUsedAt: new Date(clock()),
      secret,
    })

  const move = async (deletion: PendingDeletion, dueAt: number): Promise<boolean> => {
    const step = deletion.step + 1
    const lastUsedAt = new Date(dueAt * 1000)
    return !deletion.hasBegun && factors.useStep(deletion.id, { step, lastUsedAt })
  }

  const write = async (userId: string, id: string, dueAt: number): Promise<AskedDeletion> => {
    const earlier = await find(userId)
    if (earlier && isAskedFor(earlier, dueAt)) return { deletion: earlier, isNew: false }
    const isMoved = earlier !== undefined && (await move(earlier, dueAt))
    const current = earlier && (await find(userId))
    if (current) return { deletion: current, isNew: isMoved }
    const row = newRow(userId, id, clock(), dueAt)
    // It leaves one row, also if the user asks twice at once.
    await factors.replace(userId, 'deletion', [row])
    return { deletion: toDeletion(row), isNew: true }
  }

  return {
    find,
    ask: async (userId, id, dueAt) => {
      try {
        return await write(userId, id, dueAt)
      } catch (thrown) {
        const written = await find(userId).catch(() => undefined)
        if (written && isAskedFor(written, dueAt)) return { deletion: written, isNew: true }
        throw thrown
      }
    },
    withdraw: async (deletion) => {
      if (deletion.hasBegun || !(await take(deletion, withdrawn))) return false
      await factors.remove(deletion.id)
      return true
    },
    begin: async (deletion) => {
      const { hasBegun, dueAt } = deletion
      if (dueAt === undefined) throw missingDate(deletion)
      const mayTake = clock() / 1000 >= (hasBegun ? dueAt + patience : dueAt)
      return mayTake && take(deletion, begun)
    },
    giveUp: async ({ id, step }, dueAt) =>
      factors.useStep(id, {
        step: step + 2,
        lastUsedAt: new Date(dueAt * 1000),
        secret: givenUp,
      }),
    postpone: move,
    listDue: (now) => store.call('listDueDeletions', now),
  }
}

/** The row never expires, because adapters delete expired rows without a deletion of the user. */
function newRow(userId: string, id: string, now: number, dueAt: number): AdapterFactor {
  return {
    id,
    userId,
    type: 'deletion',
    name: null,
    secret: null,
    lastStep: 0,
    createdAt: new Date(now),
    lastUsedAt: new Date(dueAt * 1000),
    expires: null,
  }
}

/** For a deletion that has begun, the date is when it began. */
function toDeletion({ id, userId, secret, lastStep, lastUsedAt }: AdapterFactor): PendingDeletion {
  return {
    id,
    userId,
    dueAt: toSeconds(lastUsedAt),
    hasBegun: secret === begun,
    step: lastStep,
  }
}

/** A text without a time zone would be read in the zone of the server. */
const zonedDate = /^\d{4}-\d\d-\d\d[T ].*(?:Z|[+-]\d\d(?::?\d\d)?)$/

/** A database may return a date as text, and a table may lack the column. */
function toSeconds(date: unknown): number | undefined {
  const isDate = date instanceof Date || (typeof date === 'string' && zonedDate.test(date))
  const at = new Date(isDate ? date : Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at.getTime() / 1000
}

/** The error for a deletion that nothing carries out, because its date is missing. */
export function missingDate({ userId }: PendingDeletion): AdapterError {
  return new AdapterError(
    `The pending deletion of the user ${userId} has no date, so the user is not deleted. Check that the table of factors has the column \`lastUsedAt\`, and that the adapter returns it as a date.`,
  )
}
