import type { Ending, Played } from './play.js'
import { userId } from './starting-states.js'

/** What must be true of every ending with a deletion that can be withdrawn. */
export const graceInvariants = {
  'an account is kept or deleted, and not both': keptOrDeleted,
  'no session beside a pending deletion': noSessionBesideDeletion,
  'a deletion is told once': toldOnce,
} as const

/** At most one flow keeps the account, because there is one deletion to withdraw. */
function keptOrDeleted({ start, played, rows, faults }: Ending): readonly string[] {
  if (start.graceState !== 'asked') return []
  const kept = played.filter((one) => one.act.name.startsWith('keeping') && isDone(one))
  const isDeleted = !rows.users.some(({ id }) => id === userId)
  const isPending = rows.factors.some(({ type, secret }) => type === 'deletion' && secret === null)
  const isDue = played.some((one) => one.act.name === 'due deletion' && isDone(one))
  return [
    ...(kept.length > 1 ? ['Two sign-ins have kept the account.'] : []),
    ...(kept.length > 0 && isDeleted ? ['The account was kept, and is deleted.'] : []),
    ...(kept.length > 0 && isPending ? ['The account was kept, and waits for its deletion.'] : []),
    ...(faults.length === 0 && kept.length === 0 && isDue && !isDeleted && !isCut(played)
      ? ['The account was neither kept nor deleted.']
      : []),
  ]
}

/** A sign-in may withdraw the deletion and then be refused, if a revocation comes in between. */
function isCut(played: readonly Played[]): boolean {
  return played.some(({ act }) => act.beatsSignIns)
}

/** A process may stop between the record of the deletion and the end of the sessions after it. */
function noSessionBesideDeletion({ rows, played, sessions, faults }: Ending): readonly string[] {
  const isPending = rows.factors.some(({ type, secret }) => type === 'deletion' && secret === null)
  const requests = played.filter(({ act }) => act.name === 'deletion request')
  const isCutShort = faults.length > 0 && requests.length > 0 && !requests.every(isDone)
  if (!isPending || isCutShort) return []
  return sessions
    .filter((session) => session.isAlive && session.userId === userId)
    .map(({ account }) => `A session by ${account} lives, and the deletion is pending.`)
}

function toldOnce({ rows, events, played, faults }: Ending): readonly string[] {
  if (!played.some(({ act }) => act.name === 'due deletion')) return []
  const told = events.filter((one) => one.name === 'deleteUser' && one.userId === userId).length
  const isDeleted = !rows.users.some(({ id }) => id === userId)
  const isMissing = isDeleted && told === 0 && faults.length === 0
  return told > 1 || isMissing ? [`"deleteUser" was told ${told} times.`] : []
}

function isDone({ outcome, retried }: Played): boolean {
  return [outcome, retried].some((one) => one?.isDone)
}
