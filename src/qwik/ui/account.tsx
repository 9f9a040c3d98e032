import { component$, Slot, type ClassList, type Component } from '@builder.io/qwik'
import type { AccountDescription } from '../../core.js'
import { ActivityPart } from './account-activity.js'
import { DataPart, PasskeysPart, SessionsPart } from './account-access.js'
import { AccountsPart, AddressPart, ProfilePart, SecretsPart } from './account-identity.js'
import type { AccountView } from './account-parts.js'
import { englishAccountTexts, type AccountPartTexts } from './account-texts.js'

/** The properties of {@link Account}. */
export interface AccountProps {
  /** What a `routeLoader$` returns that calls `describeAccount` and `issueCsrfToken`. */
  readonly page: AccountPageSignal
  /** `basePath` of your config. Default: `/auth`. */
  readonly basePath?: string | undefined
  /** URL of this page, which is `pages.account` of your config. Default: `<basePath>/account`. */
  readonly accountUrl?: string | undefined
  /** Texts in the language of your page. Default: English. */
  readonly texts?: Partial<AccountPartTexts> | undefined
  /** BCP 47 tag of the language in which dates are written. Default: `en`. */
  readonly language?: string | undefined
  readonly class?: ClassList
}

/** What a `routeLoader$` returns that calls `describeAccount` and `issueCsrfToken`. */
export interface AccountPageSignal {
  readonly value: AccountDescription & { readonly csrfToken: string | undefined }
}

/**
 * The account page of the signed-in user. It has a part for each section of the description.
 * Children come after the parts.
 *
 * It consists of HTML forms that post to the auth routes, so it works without JavaScript. A new
 * passkey needs a script, so its button appears in browsers that have passkeys.
 */
export const Account: Component<AccountProps> = component$<AccountProps>((props) => {
  const { csrfToken, ...account } = props.page.value
  const basePath = props.basePath ?? '/auth'
  const view: AccountView = {
    account,
    csrfToken,
    basePath,
    accountUrl: props.accountUrl ?? `${basePath}/account`,
    language: props.language ?? 'en',
    texts: {
      ...englishAccountTexts,
      ...props.texts,
      events: { ...englishAccountTexts.events, ...props.texts?.events },
      passkeyProblems: { ...englishAccountTexts.passkeyProblems, ...props.texts?.passkeyProblems },
    },
  }
  return (
    <div class={props.class} data-latchkey-part="account">
      {account.error ? (
        <p role="alert" data-latchkey-part="account-problem">
          <strong>{account.error.title}</strong> {account.error.sentence}
        </p>
      ) : null}
      <ProfilePart view={view} />
      <AddressPart view={view} />
      <SecretsPart view={view} />
      <AccountsPart view={view} />
      <PasskeysPart view={view} />
      <SessionsPart view={view} />
      <ActivityPart view={view} />
      <DataPart view={view} />
      <Slot />
    </div>
  )
})
