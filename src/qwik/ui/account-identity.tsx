import type { JSXOutput } from '@builder.io/qwik'
import { Field, RouteForm, Section, type AccountView } from './account-parts.js'
import { PictureChoice } from './account-picture.js'
import { fillName } from './account-texts.js'

/** The name and the picture of the user. */
export function ProfilePart({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts } = view
  if (!account.profile) return null
  return (
    <Section name="profile" heading={texts.profile}>
      <RouteForm view={view} route="update-profile" text={texts.saveProfile}>
        <Field
          label={texts.name}
          name="name"
          type="text"
          autocomplete="name"
          value={account.user.name ?? ''}
          maxLength={account.profile.longestName}
        />
        <PictureChoice view={view} />
      </RouteForm>
    </Section>
  )
}

/** The address of the user. */
export function AddressPart({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts } = view
  const { address, user } = account
  if (!address && user.email === undefined) return null
  return (
    <Section name="address" heading={texts.address}>
      {user.email === undefined ? null : <p data-latchkey-part="account-email">{user.email}</p>}
      {address ? (
        <RouteForm
          view={view}
          route="change-email"
          text={texts.changeAddress}
          hidden={{ callbackUrl: view.accountUrl }}
        >
          <Field
            label={texts.newAddress}
            name="email"
            type="email"
            autocomplete="email"
            isRequired
          />
          {address.needsPassword ? <CurrentPassword view={view} /> : null}
        </RouteForm>
      ) : null}
    </Section>
  )
}

function CurrentPassword({ view }: { readonly view: AccountView }): JSXOutput {
  return (
    <Field
      label={view.texts.currentPassword}
      name="currentPassword"
      type="password"
      autocomplete="current-password"
      isRequired
    />
  )
}

/** The password and the second factors, which have pages of their own. */
export function SecretsPart({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts } = view
  const { password, secondFactor } = account
  return (
    <>
      {password ? (
        <Section name="password" heading={texts.password}>
          <a href={password.url}>{password.isSet ? texts.changePassword : texts.addPassword}</a>
          {password.removal ? (
            <RouteForm
              view={view}
              route="remove-password"
              text={texts.removePassword}
              hidden={{ callbackUrl: view.accountUrl }}
            >
              {password.removal.needsPassword ? <CurrentPassword view={view} /> : null}
            </RouteForm>
          ) : null}
        </Section>
      ) : null}
      {secondFactor ? (
        <Section name="secondFactor" heading={texts.secondFactor}>
          <a href={secondFactor.url}>{texts.manageSecondFactor}</a>
        </Section>
      ) : null}
    </>
  )
}

/** The accounts at providers, and those that can be connected. */
export function AccountsPart({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts, accountUrl } = view
  if (!account.accounts) return null
  const { connected, others } = account.accounts
  // One button for each provider, also if several of its accounts have to be connected again.
  const lapsed = new Map(
    connected.flatMap(({ provider: id, name, needsSignIn }) =>
      needsSignIn ? [[id, { id, name }] as const] : [],
    ),
  ).values()
  return (
    <Section name="accounts" heading={texts.accounts}>
      {connected.map(({ provider, providerAccountId, name }) => (
        <RouteForm
          key={`${provider} ${providerAccountId}`}
          view={view}
          route="unlink-account"
          text={fillName(texts.disconnect, name)}
          hidden={{ provider, providerAccountId }}
        />
      ))}
      {[...lapsed, ...others].map(({ id, name }) => (
        <RouteForm
          key={id}
          view={view}
          route={`signin/${encodeURIComponent(id)}`}
          text={fillName(texts.connect, name)}
          hidden={{ link: 'true', callbackUrl: accountUrl }}
        />
      ))}
    </Section>
  )
}
