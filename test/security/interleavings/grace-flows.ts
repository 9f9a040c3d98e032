import { caller, formOf, send, visitor, type Act, type AppInstance, type Outcome } from './act.js'
import type { GraceFlowName } from './flow-names.js'
import { address, origin, userId, type StartingState } from './starting-states.js'

/** Seconds until the date of the deletion that the user has asked for before a schedule begins. */
export const secondsLeft = 30

/** Makes a flow of an app with a grace period. */
export function makeGraceAct(start: StartingState, name: GraceFlowName, at: number): Act {
  const { laptop, phone, heldSignIns, subject } = start
  switch (name) {
    case 'deletion request': {
      const visit = formOf('delete-account', { email: address }, at === 0 ? laptop : phone)
      return visitor(name, 'Ada', visit, visit, {
        ends: (session) => session.userId === userId,
        beatsSignIns: true,
      })
    }
    case 'keeping':
    case 'keeping in another browser': {
      const number = name === 'keeping' ? 0 : 1
      const visit = formOf('keep-account', {}, { cookie: heldSignIns?.[number] ?? '' })
      const run = async (instance: AppInstance): Promise<Outcome> => {
        const outcome = await send(instance, visit)
        // The page that says that the account is deleted is an answer as well.
        return { ...outcome, isDone: outcome.isDone && outcome.sendsSession === true }
      }
      const account = `hub:${subject}`
      const uses = [`the held sign-in ${number}`]
      return { name, person: 'Ada', run, retry: run, account, uses, isPending: true }
    }
    case 'due deletion':
      return {
        ...caller(name, 'Ada', (instance) => deleteDue(instance, 2 * secondsLeft), {}),
        // Another process takes over a deletion that was begun and not finished.
        retry: (instance) => deleteDue(instance, 10 * 60),
      }
  }
}

/** Runs the job of a server whose clock is ahead, so that the date has passed there. */
async function deleteDue(
  { process: { engine }, config, adapter }: AppInstance,
  ahead: number,
): Promise<Outcome> {
  const time = engine.createRuntime()
  const clock = (): number => time.clock() + ahead * 1000
  // The deletion of expired rows takes no part.
  const deleteExpired = async (): Promise<void> => undefined
  const whole = { ...config, adapter: { ...adapter, deleteExpired } }
  const late = engine.withRuntime(whole, engine.createRuntime({ clock }))
  await engine.deleteExpired(late, new Date(clock()), { request: new Request(origin) })
  return { isDone: true }
}
