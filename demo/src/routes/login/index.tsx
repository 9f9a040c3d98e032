import { component$ } from '@builder.io/qwik'
import { Form, Link, routeLoader$, useLocation, type DocumentHead } from '@builder.io/qwik-city'
import type { PublicProvider } from 'latchkey'
import { Glyph } from '../../components/glyph'
import { SignOutForm } from '../../components/sign-out-form'
import { nameOf } from '../../name-of'
import { listProviders } from '../../providers'
import { useSession, useSignIn } from '../plugin@auth'

export const head: DocumentHead = { title: 'Sign in' }

export const useProviders = routeLoader$((event) => listProviders(event))

export default component$(() => {
  const session = useSession()
  return (
    <div class="card narrow">
      <span class="mark">
        <Glyph shape="key" />
      </span>
      {session.value ? (
        <>
          <h1>You are signed in</h1>
          <p class="lead">as {nameOf(session.value.user)}</p>
          <div class="stack">
            <Link prefetch="js" class="button painted" href="/account/">
              Your account
            </Link>
            <SignOutForm />
          </div>
        </>
      ) : (
        <SignIn />
      )}
    </div>
  )
})

const SignIn = component$(() => {
  const providers = useProviders()
  return (
    <>
      <h1>Sign in</h1>
      <p class="lead">
        Try <code>ada</code> and <code>lovelace</code>
      </p>
      {providers.value.map((provider, index) => (
        <div key={provider.id} class="way">
          {index > 0 && <p class="or">or</p>}
          <Way provider={provider} />
        </div>
      ))}
      <p class="hint">
        Or use <a href="/auth/signin">the built-in page</a>.
      </p>
    </>
  )
})

interface WayProps {
  readonly provider: PublicProvider
}

/** A form for one way to sign in. All of them go to one action, which tells them by `providerId`. */
const Way = component$<WayProps>(({ provider }) => {
  const signIn = useSignIn()
  const { url } = useLocation()
  // A form that is shown again must not forget where it was to lead, nor who typed.
  const typed = (name: string): string | undefined => {
    const value = signIn.formData?.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const redirectTo = typed('redirectTo') ?? url.searchParams.get('redirectTo') ?? '/account/'
  const isMine = typed('providerId') === provider.id
  const failure = isMine && signIn.value?.failed ? signIn.value : undefined
  const fieldErrors = Object.values(failure?.fieldErrors ?? {})
  const problems = [failure?.formErrors, ...fieldErrors].flatMap((words) => words ?? [])
  const describedBy = problems.length > 0 ? 'problems' : undefined
  return (
    <Form action={signIn} class="stack">
      <input type="hidden" name="providerId" value={provider.id} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {problems.length > 0 && (
        <p class="alert" role="alert" id="problems">
          {problems.join(' ')}
        </p>
      )}
      {provider.type === 'credentials' ? (
        <>
          <div class="field">
            <label for="username">User name</label>
            <input
              id="username"
              name="username"
              value={typed('username')}
              autocomplete="username"
              autocapitalize="none"
              spellcheck={false}
              aria-describedby={describedBy}
              required
            />
          </div>
          <div class="field">
            <label for="password">Password</label>
            <input
              id="password"
              name="password"
              type="password"
              autocomplete="current-password"
              aria-describedby={describedBy}
              required
            />
          </div>
          <button class="button painted" aria-disabled={signIn.isRunning}>
            {signIn.isRunning ? 'Signing in …' : 'Sign in'}
          </button>
        </>
      ) : provider.type === 'email' ? (
        <>
          <div class="field">
            <label for="email">Email</label>
            <input
              id="email"
              name="email"
              type="email"
              value={typed('email')}
              autocomplete="email"
              aria-describedby={describedBy}
              required
            />
          </div>
          <button class="button" aria-disabled={signIn.isRunning}>
            Send me a link
          </button>
        </>
      ) : (
        <button class="button">Sign in with {provider.name}</button>
      )}
    </Form>
  )
})
