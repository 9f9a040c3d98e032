import { valuesOf, type Ending, type Played } from './play.js'

/** What must be true of every ending in which a user confirms their identity. */
export const confirmationInvariants = {
  'a confirmation does not outlive the end of its session': notBeyondSession,
  'a confirmation that is refused leaves no session': noSessionOfRefused,
  'no confirmation by a code to a former address': noCodeToFormerAddress,
} as const

/**
 * A confirmation replaces one session by another. If a flow has ended the former session, or says so,
 * there is nothing to replace. Either the confirmation deletes its row, or the other flow does.
 */
function notBeyondSession({ played, sessions }: Ending): readonly string[] {
  const living = sessions.filter(({ isAlive }) => isAlive)
  return living.flatMap(({ maker }) => {
    const former = maker?.act.replaces
    // The user never gets the cookie of a session whose confirmation was cut short.
    if (!maker || former === undefined || isCut(maker)) return []
    return played
      .filter((other) => other !== maker && hasEnded(other, former))
      .map(
        ({ act }) =>
          `The session of "${maker.act.name}" lives, and the former ended by: ${act.name}.`,
      )
  })
}

function hasEnded({ act, outcome, steps }: Played, token: string): boolean {
  const deleted = valuesOf(steps, 'deleteSession').map(({ sessionToken }) => sessionToken)
  const saysSo = act.name === 'revocation of one session' && outcome?.isDone === true
  return saysSo || deleted.includes(token)
}

function noSessionOfRefused({ sessions }: Ending): readonly string[] {
  return sessions.flatMap(({ maker, isAlive }) =>
    isAlive && maker?.act.replaces !== undefined && !isCut(maker) && !maker.outcome?.isDone
      ? [`"${maker.act.name}" was refused (${maker.outcome?.error}), and its session lives.`]
      : [],
  )
}

/** The reader of a former mailbox must not confirm the identity of the user. */
function noCodeToFormerAddress({ played }: Ending): readonly string[] {
  const moves = played.filter(({ act, outcome }) => act.moves !== undefined && outcome?.isDone)
  return played
    .filter(({ act, outcome }) => act.name === 'mailed confirmation' && outcome?.isDone)
    .filter(({ task }) => moves.some((one) => one.task.ended >= 0 && one.task.ended < task.began))
    .map(({ act }) => `"${act.name}" worked after the address was changed.`)
}

function isCut({ steps }: Played): boolean {
  return steps.some(({ action }) => action !== 'go')
}
