import type { Store } from '../config/store.js'
import type { AdapterFactor } from '../model/adapter.js'
import { openFactors } from './factors.js'

/** A deletion that a user has asked for. */
export interface PendingDeletion {
  /** Random, so that a later deletion of the same user is another one. */
  readonly id: string
  readonly userId: string
  /** When the user is to be deleted, in seconds since the epoch. */
  readonly dueAt: number
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
  /** Records a deletion. An earlier one keeps its date. */
  ask(userId: string, id: string, dueAt: number): Promise<PendingDeletion>
  /** Withdraws a deletion. Returns false if it has begun, or was withdrawn before. */
  withdraw(deletion: PendingDeletion): Promise<boolean>
  /** Begins a deletion. Returns false if it was withdrawn, or if another process carries it out. */
  begin(deletion: PendingDeletion): Promise<boolean>
  /** Moves the date of a deletion. Returns false if it has begun, or was withdrawn. */
  postpone(deletion: PendingDeletion, dueAt: number): Promise<boolean>
  /** Lists the users whose date has passed. */
  listDue(now: Date): Promise<readonly string[]>
}

/** Seconds after which another process may carry out a deletion that was begun and not finished. */
const patience = 5 * 60

/** What a row says in place of the secret of a factor. */
const withdrawn = 'withdrawn'
const begun = 'begun'

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

  return {
    find,
    ask: async (userId, id, dueAt) => {
      const earlier = await find(userId)
      if (earlier) return earlier
      const row = newRow(userId, id, clock(), dueAt)
      // It leaves one row, also if the user asks twice at once.
      await factors.replace(userId, 'deletion', [row])
      return toDeletion(row)
    },
    withdraw: async (deletion) => {
      if (deletion.hasBegun || !(await take(deletion, withdrawn))) return false
      await factors.remove(deletion.id)
      return true
    },
    begin: async (deletion) => {
      const { hasBegun, dueAt } = deletion
      const mayTake = clock() / 1000 >= (hasBegun ? dueAt + patience : dueAt)
      return mayTake && take(deletion, begun)
    },
    postpone: async ({ id, step, hasBegun }, dueAt) =>
      !hasBegun && factors.useStep(id, { step: step + 1, lastUsedAt: new Date(dueAt * 1000) }),
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
    dueAt: (lastUsedAt?.getTime() ?? 0) / 1000,
    hasBegun: secret === begun,
    step: lastStep,
  }
}
