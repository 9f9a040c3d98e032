import type { JSXOutput } from '@builder.io/qwik'
import { Field, RouteForm, Section, type AccountView } from './account-parts.js'
import { fillName } from './account-texts.js'
import { PasskeyButton } from './passkey-button.js'

/** The passkeys of the user, and the button that adds one. */
export function PasskeysPart({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts, basePath, accountUrl } = view
  if (!account.passkeys) return null
  const { provider, list } = account.passkeys
  return (
    <Section name="passkeys" heading={texts.passkeys}>
      {list.map(({ id, name }) => (
        <div key={id} data-latchkey-part="account-passkey">
          <RouteForm
            view={view}
            route="rename-passkey"
            text={fillName(texts.renamePasskey, name ?? texts.unnamedPasskey)}
            hidden={{ passkey: id }}
          >
            <Field
              label={texts.passkeyName}
              name="name"
              type="text"
              autocomplete="off"
              value={name ?? ''}
              maxLength={64}
              isRequired
            />
          </RouteForm>
          <RouteForm
            view={view}
            route="remove-passkey"
            text={fillName(texts.removePasskey, name ?? texts.unnamedPasskey)}
            hidden={{ passkey: id }}
          />
        </div>
      ))}
      <PasskeyButton
        ceremony="register"
        call={{ provider, basePath, redirectTo: accountUrl }}
        text={texts.addPasskey}
        messages={texts.passkeyProblems}
        explains
      />
    </Section>
  )
}

/** The browsers that are signed in. */
export function SessionsPart({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts } = view
  if (!account.sessions) return null
  const others = account.sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <Section name="sessions" heading={texts.sessions}>
      <p data-latchkey-part="account-this-browser">{texts.thisBrowser}</p>
      {others.map(({ id, browser }) => (
        <RouteForm
          key={id}
          view={view}
          route="end-session"
          text={fillName(texts.endSession, browser ?? texts.unknownBrowser)}
          hidden={{ session: id }}
        />
      ))}
      {others.length > 0 ? (
        <RouteForm
          view={view}
          route="end-session"
          text={texts.endOtherSessions}
          hidden={{ others: 'true' }}
        />
      ) : null}
    </Section>
  )
}

/** The download of the data, and the link to delete the account. */
export function DataPart({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts, basePath } = view
  if (!account.canExport && !account.canDelete) return null
  return (
    <Section name="data" heading={texts.data}>
      {account.canExport ? (
        <RouteForm view={view} route="export-account" text={texts.download} />
      ) : null}
      {account.canDelete && account.graceDays !== undefined ? (
        <p data-latchkey-part="account-grace">
          {fillName(texts.graceDays, String(account.graceDays))}
        </p>
      ) : null}
      {account.canDelete ? <a href={`${basePath}/delete-account`}>{texts.deleteAccount}</a> : null}
    </Section>
  )
}
