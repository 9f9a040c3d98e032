import { removedHash } from '../../../src/store/passwords.js'
import type { Ending, Played } from './play.js'

/** What must be true of every ending in which a password was removed. */
export const removalInvariants = {
  'no session of a removed password': noSessionOfRemovedPassword,
} as const

/** Whether a flow has removed the password, or has found that it is already removed. */
export function hasRemovedPassword({ act, steps }: Played): boolean {
  const isWritten = steps.some(
    ({ label, result }) => label.startsWith('setPassword(') && result?.value === true,
  )
  return act.removes !== undefined && isWritten
}

/** Sessions from before end before the password is removed, so that a crash leaves none. */
function noSessionOfRemovedPassword({ sessions, played }: Ending): readonly string[] {
  return played.filter(hasRemovedPassword).flatMap(({ act, outcome, retried }) => {
    const isDone = [outcome, retried].some((one) => one?.isDone)
    return sessions
      .filter(({ isAlive }) => isAlive)
      .filter(({ maker, ...session }) => {
        if (!maker) return act.ends?.(session)
        return isDone && [maker.act.knows, maker.act.sets].includes(act.removes)
      })
      .map(({ account, person }) => `${person}'s session by ${account} outlived the password.`)
  })
}

/** Whether a row is that of a password that can sign in. */
export function isUsable({ hash }: Ending['rows']['passwords'][number]): boolean {
  return hash !== removedHash
}
