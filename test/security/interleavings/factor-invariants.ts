import type { AdapterFactor } from '../../../src/model/adapter.js'
import type { FlowName } from './flow-names.js'
import type { Ending, Played } from './play.js'
import { userId } from './starting-states.js'

/** What must be true of every ending with second factors. */
export const factorInvariants = {
  'no session without the second factor': noWeakSession,
  'no browser is remembered after a revocation': noDeviceAfterRevocation,
  'one session sets up the first app': oneFirstApp,
  'a set-up that is refused leaves no app': noAppOfRefused,
  'no set-up by a mail to a former address': noSetUpByFormerAddress,
  'the last app takes everything with it': nothingWithoutApp,
  'recovery codes are one set': oneSetOfCodes,
  'recovery codes of a new app live as long as it': noDeadCodes,
  'no recovery code works after new ones were made': noReplacedCode,
} as const

/** A user who signs in while an app is set up, or who has one, must have proven it. */
function noWeakSession({ start, sessions, played }: Ending): readonly string[] {
  if (!start.factors || played.some(({ act }) => act.removesApps)) return []
  const isEnrolled = start.factors.state === 'enrolled'
  const isSetUp = played.some((one) => firstSetUps.has(one.act.name) && isDone(one))
  if (!isEnrolled && !isSetUp) return []
  return sessions
    .filter((session) => session.isAlive && session.userId === userId)
    .filter(({ maker }) => !(maker ? maker.act.provesFactor || maker.act.sets : isEnrolled))
    .map(({ maker }) => `A session of ${maker?.act.name ?? 'before'} has proven one factor.`)
}

/**
 * A revocation forgets the browsers of all sign-ins that began before it. A sign-in that was cut short
 * may leave a row, whose cookie no browser has got.
 */
function noDeviceAfterRevocation(ending: Ending): readonly string[] {
  const { played, faults } = ending
  const revocations = played.filter((one) => one.act.beatsSignIns && one.outcome?.isDone)
  return revocations.flatMap(({ act, task }) =>
    rowsOf(ending, 'device')
      .filter(({ id }) => {
        const maker = played.find(({ steps }) => hasCreated(steps, id))
        const isCut = maker?.steps.some((step) => faults.includes(step))
        if (isCut && !maker?.outcome?.isDone) return false
        return !maker || maker.act.isPending || maker.task.began < task.began
      })
      .map(() => `A browser is remembered after: ${act.name}.`),
  )
}

function hasCreated(steps: Played['steps'], id: string): boolean {
  return steps.some(({ label }) => label.startsWith('createFactor(') && label.includes(id))
}

/** A set-up ends the other sessions, so none of them may have set up another app meanwhile. */
function oneFirstApp(ending: Ending): readonly string[] {
  const { length } = rowsOf(ending, 'totp')
  const { state = 'enrolled' } = ending.start.factors ?? {}
  const isBroken = state !== 'enrolled' && length > 1
  return isBroken ? [`${length} first apps were set up.`] : []
}

/**
 * A person whose sign-in or session has ended must not choose the factor that keeps the owner out. A
 * fault may cut off the removal.
 */
function noAppOfRefused(ending: Ending): readonly string[] {
  if (ending.faults.length > 0) return []
  return ending.played
    .filter((one) => setUps.has(one.act.name) && one.outcome && !isDone(one))
    .filter(({ steps }) => rowsOf(ending, 'totp').some(({ id }) => hasCreated(steps, id)))
    .map(
      ({ act, outcome }) => `"${act.name}" was refused (${outcome?.error}), and its app is there.`,
    )
}

/** The reader of a former mailbox must not choose the factor of the user. */
function noSetUpByFormerAddress({ played }: Ending): readonly string[] {
  const moves = played.filter(({ act, outcome }) => act.moves !== undefined && outcome?.isDone)
  return played
    .filter((one) => one.act.name === 'set-up in a sign-in by mail' && isDone(one))
    .filter(({ task }) => moves.some((one) => one.task.ended >= 0 && one.task.ended < task.began))
    .map(({ act }) => `"${act.name}" worked after the address was changed.`)
}

const firstSetUps: ReadonlySet<FlowName> = new Set([
  'first set-up',
  'set-up in a sign-in',
  'set-up in a sign-in by mail',
])
const setUps: ReadonlySet<FlowName> = new Set([...firstSetUps, 'set-up of another app'])

/**
 * A fault may leave rows behind, and so may a flow that writes at the same time. They open nothing
 * without an app, and the next set-up replaces them.
 */
function nothingWithoutApp(ending: Ending): readonly string[] {
  const { start, faults, played } = ending
  const isWriting = played.some(({ act }) => writing.has(act.name))
  if (!start.factors || faults.length > 0 || isWriting) return []
  if (rowsOf(ending, 'totp').length > 0) return []
  const left = [...rowsOf(ending, 'recovery-code'), ...rowsOf(ending, 'device')]
  return left.length === 0 ? [] : [`${left.length} rows are left without an app.`]
}

const writing: ReadonlySet<FlowName> = new Set(['set-up of another app', 'new recovery codes'])

function oneSetOfCodes(ending: Ending): readonly string[] {
  const { length } = rowsOf(ending, 'recovery-code')
  return length <= 10 ? [] : [`The user has ${length} recovery codes.`]
}

/**
 * The removal of a former app must not take the codes that were shown with the new one. Faults and flows
 * that change codes themselves are left out.
 */
function noDeadCodes(ending: Ending): readonly string[] {
  const { start, played, faults } = ending
  const isChanging = played.some(({ act }) => act.recoveryCodes || act.name === 'reset of factors')
  if (isChanging || faults.length > 0) return []
  const former = new Set(start.rows.factors.map(({ id }) => id))
  const { length } = rowsOf(ending, 'recovery-code').filter(({ id }) => !former.has(id))
  return played
    .filter((one) => setUps.has(one.act.name) && isDone(one) && hasMadeCodes(one))
    .filter(({ steps }) => rowsOf(ending, 'totp').some(({ id }) => hasCreated(steps, id)))
    .filter(() => length !== 10)
    .map(({ act }) => `"${act.name}" has shown codes, and ${length} of them are left.`)
}

function hasMadeCodes({ steps }: Played): boolean {
  return steps.some(({ label }) => /^replaceFactors\(.*recovery-code/.test(label))
}

function noReplacedCode({ played }: Ending): readonly string[] {
  const renewals = played.filter(
    ({ act, outcome }) => act.recoveryCodes === 'replaces' && outcome?.isDone,
  )
  return played
    .filter(({ act, outcome }) => act.recoveryCodes === 'uses' && outcome?.isDone)
    .filter(({ task }) =>
      renewals.some((one) => one.task.ended >= 0 && one.task.ended < task.began),
    )
    .map(({ act }) => `"${act.name}" worked after new codes were made.`)
}

function rowsOf({ rows }: Ending, type: AdapterFactor['type']): readonly AdapterFactor[] {
  return rows.factors.filter((row) => row.userId === userId && row.type === type)
}

function isDone({ outcome, retried }: Played): boolean {
  return [outcome, retried].some((one) => one?.isDone)
}
