import { html, type Html } from '../../http/html.js'
import type { DeviceSession } from '../../model/account-description.js'
import { fillPlainText, isolate } from '../fill-text.js'
import { renderSection } from '../list-section.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderAction } from './action.js'
import { changedUrl } from './changed-section.js'
import { writeMoment } from './dated-fact.js'
import { renderRows, type Row } from './rows.js'

/** Renders the sessions, and the buttons that end them. */
export function renderSessions(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  const { sessions } = account
  if (!sessions) return undefined
  const rows = sessions.map((session) => sessionRow(props, session))
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return renderSection(
    texts.headings.sessions,
    texts.sessions.about,
    html`${renderRows(rows)}
    ${
      hasOthers &&
      renderAction(props, {
        route: 'end-session',
        text: texts.sessions.endOthers,
        hidden: { others: 'true' },
        callbackUrl: changedUrl(props.accountUrl, 'sessions'),
        look: 'button',
      })
    }`,
    { id: 'sessions', changed: props.changed === 'sessions' ? texts.changed.done : undefined },
  )
}

function sessionRow(props: AccountPageProps, session: DeviceSession): Row {
  const { sessions } = props.texts
  const { id, isCurrent, createdAt, browser } = session
  const name = browser ?? sessions.unknownBrowser
  return {
    title: isolate(name),
    facts: [
      isCurrent ? sessions.thisBrowser : undefined,
      writeMoment(sessions.since, createdAt, props.language.code),
    ],
    action: isCurrent
      ? undefined
      : renderAction(props, {
          route: 'end-session',
          text: sessions.end,
          label: fillPlainText(sessions.endNamed, { name }),
          hidden: { session: id },
          callbackUrl: changedUrl(props.accountUrl, 'sessions'),
        }),
  }
}
