import type { JSXOutput } from '@builder.io/qwik'
import { Section, type AccountView } from './account-parts.js'

/** What happened lately in the account, the newest first. */
export function ActivityPart({ view }: { readonly view: AccountView }): JSXOutput {
  const { account, texts, language } = view
  if (!account.activity) return null
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  })
  // Events without a text mean nothing to a user.
  const rows = account.activity.flatMap((record) => {
    const { id, time, event, browser, provider, providerName } = record
    const text = texts.events[event]
    const isMethod = event === 'linked' || event === 'unlinked'
    const name = isMethod ? nameProvider(view, provider, providerName) : undefined
    return text === undefined ? [] : [{ id, time, text, name, browser }]
  })
  return (
    <Section name="activity" heading={texts.activity}>
      {rows.length === 0 ? <p>{texts.noActivity}</p> : null}
      <ul data-latchkey-part="account-activity">
        {rows.map(({ id, time, text, name, browser }) => (
          <li key={id}>
            {text}{' '}
            {name === undefined ? null : <span data-latchkey-part="account-provider">{name}</span>}{' '}
            <time dateTime={time}>{format.format(new Date(time))}</time>{' '}
            {browser === undefined ? null : <span>{browser}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What was connected or disconnected. The name of the provider of passkeys is for developers. */
function nameProvider(
  { account, texts }: AccountView,
  id: string | undefined,
  name: string | undefined,
): string | undefined {
  return id !== undefined && id === account.passkeys?.provider ? texts.unnamedPasskey : (name ?? id)
}
