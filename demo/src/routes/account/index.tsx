import { component$ } from '@builder.io/qwik'
import {
  Form,
  routeAction$,
  routeLoader$,
  type DocumentHead,
  type FailReturn,
  type RequestEventAction,
  type RequestHandler,
} from '@builder.io/qwik-city'
import { AuthError, removePasskey, requireSession, unlinkAccount } from 'latchkey'
import { renamePasskey, revokeSession } from 'latchkey/core'
import {
  readActivity,
  readDevices,
  readMethods,
  readPasskeys,
  readSecondFactors,
} from '../../account'
import { loadAuthConfig } from '../../auth-config'
import { ActivityList } from '../../components/activity-list'
import { DeviceList } from '../../components/device-list'
import { MethodList } from '../../components/method-list'
import { Moment } from '../../components/moment'
import { PasskeyList } from '../../components/passkey-list'
import { Portrait } from '../../components/portrait'
import { SecondFactorList } from '../../components/second-factor-list'
import { SignOutForm } from '../../components/sign-out-form'
import { nameOf } from '../../name-of'
import { listProviders } from '../../providers'
import { showAgain } from '../../show-again'
import { textOf } from '../../text-of'
import { useSession, useSignIn } from '../plugin@auth'

export const head: DocumentHead = { title: 'Your account' }

/** Nobody gets further without a session; the sign-in form leads back here. */
export const onRequest: RequestHandler = async (event) => {
  await requireSession(event, { signInUrl: '/login/' })
}

export const useActivity = routeLoader$((event) => readActivity(event))
export const useDevices = routeLoader$((event) => readDevices(event))
export const useMethods = routeLoader$((event) => readMethods(event))
export const usePasskeys = routeLoader$((event) => readPasskeys(event))
export const useSecondFactors = routeLoader$((event) => readSecondFactors(event))

/** The services whose accounts can be added. */
export const useServices = routeLoader$(async (event) =>
  (await listProviders(event)).filter(({ type }) => type === 'oidc' || type === 'oauth'),
)

export const useEndDevice = routeAction$(async (fields, event) => {
  const id = textOf(fields['id'])
  await revokeSession(event.request, await loadAuthConfig(event), id)
  showAgain(event, '/account/')
})

export const useRemoveMethod = routeAction$(async (fields, event) => {
  const account = {
    provider: textOf(fields['provider']),
    providerAccountId: textOf(fields['providerAccountId']),
  }
  return removeWay(event, () => unlinkAccount(event, account))
})

export const useRemovePasskey = routeAction$(async (fields, event) => {
  return removeWay(event, () => removePasskey(event, textOf(fields['id'])))
})

export const useRenamePasskey = routeAction$(async (fields, event) => {
  const config = await loadAuthConfig(event)
  await renamePasskey(event.request, config, textOf(fields['id']), textOf(fields['name']))
  showAgain(event, '/account/')
})

/** Why the library refuses to remove a way to sign in, and what helps. */
const refusals: Readonly<Record<string, Refusal>> = {
  LastSignInMethod: {
    status: 409,
    message: 'Add another way to sign in before you remove the last one.',
  },
  ConfirmationRequired: {
    status: 401,
    message: 'Confirm that it is you, and then try again.',
    confirmUrl: '/auth/confirm?callbackUrl=/account/',
  },
}

interface Refusal {
  readonly status: number
  readonly message: string
  readonly confirmUrl?: string
}

/** Removes a way to sign in, unless it is the last one or the user has to confirm it first. */
async function removeWay(
  event: RequestEventAction,
  remove: () => Promise<boolean>,
): Promise<FailReturn<Refusal> | undefined> {
  try {
    await remove()
  } catch (error) {
    const refusal = error instanceof AuthError ? refusals[error.type] : undefined
    if (!refusal) throw error
    return event.fail(refusal.status, refusal)
  }
  showAgain(event, '/account/')
  return undefined
}

export default component$(() => {
  const session = useSession()
  const activity = useActivity()
  const devices = useDevices()
  const methods = useMethods()
  const endDevice = useEndDevice()
  const removeMethod = useRemoveMethod()
  const passkeys = usePasskeys()
  const secondFactors = useSecondFactors()
  const removePasskey = useRemovePasskey()
  const renamePasskey = useRenamePasskey()
  if (!session.value) return null
  const { user, expires } = session.value
  const problem = [removeMethod.value, removePasskey.value].find((one) => one?.message)
  return (
    <div class="sheets">
      <div class="card sheet">
        <div class="identity">
          <Portrait user={user} size="large" />
          <div>
            <h1>{nameOf(user)}</h1>
            {user.name && <p class="muted">{user.email}</p>}
          </div>
        </div>
        <dl class="facts">
          <div>
            <dt>Role</dt>
            <dd>
              <span class="badge">{user.role}</span>
            </dd>
          </div>
          <div>
            <dt>Id</dt>
            <dd>
              <code>{user.id}</code>
            </dd>
          </div>
          <div>
            <dt>Signed in until</dt>
            <dd>
              <Moment at={expires} />
            </dd>
          </div>
        </dl>
        <SignOutForm />
        <a class="button" href="/auth/account">
          Manage your account
        </a>
      </div>
      <section class="card sheet" aria-labelledby="devices">
        <h2 id="devices">Where you are signed in</h2>
        <DeviceList devices={devices.value} end={endDevice} />
        <SignOutForm everywhere />
      </section>
      <section class="card sheet" aria-labelledby="methods">
        <h2 id="methods">How you can sign in</h2>
        {problem && (
          <p class="alert" role="alert">
            {problem.message}{' '}
            {problem.confirmUrl && <a href={problem.confirmUrl}>Confirm that it is you</a>}
          </p>
        )}
        <MethodList methods={methods.value} remove={removeMethod} />
        <LinkForms />
      </section>
      <section class="card sheet" aria-labelledby="passkeys">
        <h2 id="passkeys">Your passkeys</h2>
        <PasskeyList passkeys={passkeys.value} rename={renamePasskey} remove={removePasskey} />
      </section>
      {secondFactors.value && (
        <section class="card sheet" aria-labelledby="second-factors">
          <h2 id="second-factors">Two-step sign-in</h2>
          <SecondFactorList factors={secondFactors.value} />
        </section>
      )}
      {activity.value.length > 0 && (
        <section class="card sheet" aria-labelledby="activity">
          <h2 id="activity">Recent activity</h2>
          <ActivityList rows={activity.value} />
        </section>
      )}
    </div>
  )
})

const LinkForms = component$(() => {
  const services = useServices()
  const signIn = useSignIn()
  return (
    <>
      {services.value.map(({ id, name }) => (
        <Form key={id} action={signIn}>
          <input type="hidden" name="providerId" value={id} />
          <input type="hidden" name="options.link" value="true" />
          <input type="hidden" name="redirectTo" value="/account/" />
          <button class="button">Add an account of {name}</button>
        </Form>
      ))}
    </>
  )
})
