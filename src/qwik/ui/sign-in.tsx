import { component$, Slot, type ClassList, type Component } from '@builder.io/qwik'
import type { SignInDescription } from '../../core.js'
import { arrangeProviders, findAutofilled } from './arrange-providers.js'
import { SignInPasskey } from './sign-in-passkey.js'
import { problemsId, SignInForm } from './sign-in-form.js'
import { readSignInState, type SignInAction } from './sign-in-state.js'

/** The properties of {@link SignIn}. */
export interface SignInProps {
  /** What a `routeLoader$` returns that calls `describeSignIn` of `latchkey/core`. */
  readonly page: SignInPageSignal
  /** What `useSignIn()` of your `plugin@auth.ts` returns. */
  readonly signIn: SignInAction
  /** URL to go to after the sign-in if the visitor requested no page. Default: `/`. */
  readonly redirectTo?: string | undefined
  readonly class?: ClassList
}

/** What a `routeLoader$` returns that calls `describeSignIn` of `latchkey/core`. */
export interface SignInPageSignal {
  readonly value: SignInDescription
}

/**
 * The ways to sign in: services first, then the forms, then the button for a passkey. Shows the error of
 * the last attempt, and keeps what the visitor entered, except passwords. Children come last.
 *
 * It consists of HTML forms, so it works without JavaScript. Passkeys need a script, so their button
 * appears in browsers that have them. Their autofill is offered in the first field.
 */
export const SignIn: Component<SignInProps> = component$<SignInProps>((props) => {
  const { language, direction, providers } = props.page.value
  const state = readSignInState(props.page.value, props.signIn, props.redirectTo ?? '/')
  const arranged = arrangeProviders(providers)
  const autofilled = findAutofilled(providers)
  const offering = providers.find(({ passkey }) => passkey?.autofill)
  return (
    <div lang={language} dir={direction} class={props.class} data-latchkey-part="sign-in">
      {state.problems.length > 0 ? (
        <p id={problemsId} role="alert" data-latchkey-part="sign-in-problems">
          {state.problems.join(' ')}
        </p>
      ) : null}
      {arranged.map((provider) => (
        <SignInForm
          key={provider.id}
          provider={provider}
          signIn={props.signIn}
          state={state}
          autofilled={provider.id === autofilled?.providerId ? autofilled.field : undefined}
        />
      ))}
      {providers.map((provider) => (
        <SignInPasskey
          key={provider.id}
          provider={provider}
          redirectTo={state.redirectTo}
          hasField={autofilled !== undefined}
          mayOffer={provider.id === offering?.id}
          isOnlyWay={arranged.length === 0}
        />
      ))}
      <Slot />
    </div>
  )
})
