import type { ClassList, JSXChildren, JSXOutput } from '@builder.io/qwik'
import { Form, type ActionStore } from '@builder.io/qwik-city'
import type { SignOutInput, SignOutResult } from '../../model/results.js'
import type { SessionSignal } from './session-signal.js'

/** The texts of {@link UserButton}. */
export interface UserButtonTexts {
  /** The text of the link to the account page. Also names the menu of a user without name and address. */
  readonly account: string
  readonly signOut: string
}

/** The properties of {@link UserButton}. */
export interface UserButtonProps {
  /** What `useSession()` of your `plugin@auth.ts` returns. */
  readonly session: SessionSignal
  /** What `useSignOut()` of your `plugin@auth.ts` returns. */
  readonly signOut: ActionStore<SignOutResult, SignOutInput & Record<string, unknown>>
  /** URL of the account page, such as `/auth/account`. Without it, the menu has no link to one. */
  readonly accountUrl?: string | undefined
  /** URL to go to after the sign-out. Default: the current page. */
  readonly redirectTo?: string | undefined
  /** Texts in the language of your page. Default: English. */
  readonly texts?: Partial<UserButtonTexts> | undefined
  readonly class?: ClassList
  /** More entries of the menu, before the button to sign out. */
  readonly children?: JSXChildren
}

const english: UserButtonTexts = { account: 'Your account', signOut: 'Sign out' }

/**
 * A menu with the signed-in user's picture and name, a link to the account page and a button to sign
 * out. Shows nothing to visitors who are not signed in.
 *
 * It is a `details` element with an HTML form, so it works without JavaScript.
 */
export function UserButton(props: UserButtonProps): JSXOutput {
  const { session, signOut, accountUrl, redirectTo } = props
  if (!session.value) return null
  const texts = { ...english, ...props.texts }
  const { name, email, image } = session.value.user ?? {}
  return (
    <details class={props.class} data-latchkey-part="user-button">
      <summary data-latchkey-part="user-button-summary">
        {image ? (
          <img
            src={image}
            alt=""
            width="32"
            height="32"
            // The provider's server need not know which page shows its picture.
            referrerPolicy="no-referrer"
            data-latchkey-part="user-button-picture"
          />
        ) : null}
        <span data-latchkey-part="user-button-name">{name || email || texts.account}</span>
      </summary>
      <div data-latchkey-part="user-button-menu">
        {name && email ? <p data-latchkey-part="user-button-email">{email}</p> : null}
        {accountUrl ? (
          <a href={accountUrl} data-latchkey-part="user-button-account">
            {texts.account}
          </a>
        ) : null}
        {props.children}
        <Form action={signOut} data-latchkey-part="user-button-form">
          {redirectTo ? <input type="hidden" name="redirectTo" value={redirectTo} /> : null}
          <button data-latchkey-part="user-button-sign-out">{texts.signOut}</button>
        </Form>
      </div>
    </details>
  )
}
