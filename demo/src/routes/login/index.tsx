import { component$ } from '@builder.io/qwik'
import { Form, Link, routeLoader$, useLocation, type DocumentHead } from '@builder.io/qwik-city'
import { Glyph } from '../../components/glyph'
import { SignOutForm } from '../../components/sign-out-form'
import { useSession, useSignIn } from '../plugin@auth'

export const head: DocumentHead = { title: 'Sign in' }

/** Whether there is an identity provider to go to. */
export const useHasDemoId = routeLoader$(({ env }) => Boolean(env.get('AUTH_DEMO_ISSUER')))

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
          <p class="lead">as {session.value.user.name}</p>
          <div class="stack">
            <Link prefetch="js" class="button painted" href="/account/">
              Your account
            </Link>
            <SignOutForm />
          </div>
        </>
      ) : (
        <SignInForm />
      )}
    </div>
  )
})

const SignInForm = component$(() => {
  const signIn = useSignIn()
  const hasDemoId = useHasDemoId()
  const { url } = useLocation()
  // A form that is shown again must not forget where it was to lead, nor who typed.
  const typed = (name: string): string | undefined => {
    const value = signIn.formData?.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const redirectTo = typed('redirectTo') ?? url.searchParams.get('redirectTo') ?? '/account/'
  const problems = signIn.value?.formErrors ?? []
  const describedBy = problems.length > 0 ? 'problems' : undefined
  return (
    <>
      <h1>Sign in</h1>
      <p class="lead">
        Try <code>ada</code> and <code>lovelace</code>
      </p>
      {problems.length > 0 && (
        <p class="alert" role="alert" id="problems">
          {problems.join(' ')}
        </p>
      )}
      <Form action={signIn} class="stack">
        <input type="hidden" name="providerId" value="credentials" />
        <input type="hidden" name="redirectTo" value={redirectTo} />
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
      </Form>
      {hasDemoId.value && <DemoIdForm redirectTo={redirectTo} />}
      <p class="hint">
        Or use <a href="/auth/signin">the built-in page</a>.
      </p>
    </>
  )
})

interface DemoIdFormProps {
  readonly redirectTo: string
}

const DemoIdForm = component$<DemoIdFormProps>(({ redirectTo }) => {
  const signIn = useSignIn()
  return (
    <>
      <p class="or">or</p>
      <Form action={signIn} class="stack">
        <input type="hidden" name="providerId" value="demo" />
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <button class="button">Sign in with Demo ID</button>
      </Form>
    </>
  )
})
