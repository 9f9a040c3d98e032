import { component$ } from '@builder.io/qwik'
import { Form, Link, routeAction$, routeLoader$, type DocumentHead } from '@builder.io/qwik-city'
import { describeSignIn, type SignInProvider } from 'latchkey/core'
import { loadAuthConfig } from '../../auth-config'
import { Glyph } from '../../components/glyph'
import { PasskeyWay } from '../../components/passkey-way'
import { SignOutForm } from '../../components/sign-out-form'
import { nameOf } from '../../name-of'
import { chooseOwnPage, wantsOwnPage } from '../../own-page'
import { showAgain } from '../../show-again'
import { useSession, useSignIn } from '../plugin@auth'

export const head: DocumentHead = { title: 'Sign in' }

/** All that the page needs to know. It is written in English, so its errors are, too. */
export const useSignInPage = routeLoader$(async (event) =>
  describeSignIn(event.request, await loadAuthConfig(event), { language: 'en' }),
)

/** Whether `/auth/signin`, and every sign-in that fails, leads here. */
export const useIsOwnPage = routeLoader$((event) => wantsOwnPage(event))

export const useChoosePage = routeAction$((fields, event) => {
  chooseOwnPage(event, fields['page'] === 'own')
  showAgain(event, '/login/')
})

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
  const page = useSignInPage()
  const signIn = useSignIn()
  const { error, providers } = page.value
  const isFirstAttempt = signIn.value === undefined
  return (
    <>
      <h1>Sign in</h1>
      <p class="lead">
        Try <code>ada</code> and <code>lovelace</code>
      </p>
      {error && isFirstAttempt && (
        <p class="alert" role="alert">
          <strong>{error.title}.</strong> {error.sentence}
        </p>
      )}
      {providers.map((provider, index) => (
        <div key={provider.id} class="way">
          {index > 0 && <p class="or">or</p>}
          {provider.type === 'webauthn' ? (
            <PasskeyWay provider={provider} redirectTo={page.value.callbackUrl ?? '/account/'} />
          ) : (
            <Way provider={provider} signIn={signIn} />
          )}
        </div>
      ))}
      <ChoosePage />
    </>
  )
})

interface WayProps {
  readonly provider: SignInProvider
  /** One for all forms of the page: each `useSignIn()` knows only what became of its own. */
  readonly signIn: ReturnType<typeof useSignIn>
}

/** What the buttons of this page say, where that is not what the library suggests. */
const buttons: Readonly<Record<string, string>> = {
  credentials: 'Sign in',
  email: 'Send me a link',
}

/** A form for one way to sign in. All of them go to one action, which tells them by `providerId`. */
const Way = component$<WayProps>(({ provider, signIn }) => {
  const page = useSignInPage()
  // A form that is shown again must not forget where it was to lead, nor who typed.
  const typed = (name: string): string | undefined => {
    const value = signIn.formData?.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const { id, type, label, fields, style, isLastUsed } = provider
  const redirectTo = typed('redirectTo') ?? page.value.callbackUrl ?? '/account/'
  const isMine = typed('providerId') === id
  const failure = isMine && signIn.value?.failed ? signIn.value : undefined
  const fieldErrors = Object.values(failure?.fieldErrors ?? {})
  const problems = [failure?.formErrors, ...fieldErrors].flatMap((words) => words ?? [])
  const describedBy = problems.length > 0 ? 'problems' : undefined
  return (
    <Form action={signIn} class="stack">
      <input type="hidden" name="providerId" value={id} />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {problems.length > 0 && (
        <p class="alert" role="alert" id="problems">
          {problems.join(' ')}
        </p>
      )}
      {fields.map((field) => (
        <div key={field.name} class="field">
          <label for={`${id}-${field.name}`}>{field.label}</label>
          <input
            {...field.attributes}
            id={`${id}-${field.name}`}
            name={field.name}
            type={field.type}
            value={field.type === 'password' ? undefined : typed(field.name)}
            aria-describedby={describedBy}
          />
        </div>
      ))}
      <button
        class={['button', type === 'credentials' && 'painted']}
        style={{ backgroundColor: style.background, color: style.text }}
        aria-describedby={isLastUsed ? 'last-used' : undefined}
        aria-disabled={signIn.isRunning}
      >
        {signIn.isRunning && isMine ? 'Signing in …' : (buttons[type] ?? label)}
      </button>
      {isLastUsed && (
        <p class="muted" id="last-used">
          You came in this way the last time.
        </p>
      )}
    </Form>
  )
})

const ChoosePage = component$(() => {
  const isOwnPage = useIsOwnPage()
  const choosePage = useChoosePage()
  return (
    <Form action={choosePage} class="hint">
      {isOwnPage.value ? (
        <p>This page stands in for the built-in one.</p>
      ) : (
        <p>
          Or use <a href="/auth/signin">the built-in page</a>.
        </p>
      )}
      <input type="hidden" name="page" value={isOwnPage.value ? 'built-in' : 'own'} />
      <button class="button compact">
        {isOwnPage.value ? 'Bring that one back' : 'Put this one in its place'}
      </button>
    </Form>
  )
})
