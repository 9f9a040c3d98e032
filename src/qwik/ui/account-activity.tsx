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
  const rows = account.activity.flatMap(({ id, time, event, browser }) => {
    const text = texts.events[event]
    return text === undefined ? [] : [{ id, time, text, browser }]
  })
  return (
    <Section name="activity" heading={texts.activity}>
      {rows.length === 0 ? <p>{texts.noActivity}</p> : null}
      <ul data-latchkey-part="account-activity">
        {rows.map(({ id, time, text, browser }) => (
          <li key={id}>
            {text} <time dateTime={time}>{format.format(new Date(time))}</time>{' '}
            {browser === undefined ? null : <span>{browser}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
