import type { Html } from '../../http/html.js'
import type { ConnectableProvider, ConnectedAccount } from '../../model/account-description.js'
import { fillPlainText, isolate } from '../fill-text.js'
import { renderSection } from '../list-section.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderAction } from './action.js'
import { renderRows, type Row } from './rows.js'

/** Renders the accounts at providers, and the providers that can be connected. */
export function renderAccounts(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  if (!account.accounts) return undefined
  const { connected, others } = account.accounts
  const rows = [
    ...connected.map((one) => connectedRow(props, one)),
    ...others.map((one) => otherRow(props, one)),
  ]
  return renderSection(texts.headings.accounts, texts.accounts.about, renderRows(rows))
}

function connectedRow(props: AccountPageProps, one: ConnectedAccount): Row {
  const { connected, ended, disconnect, disconnectNamed } = props.texts.accounts
  const { provider, providerAccountId, name, needsSignIn } = one
  return {
    title: isolate(name),
    facts: [needsSignIn ? ended : connected],
    action: renderAction(props, {
      route: 'unlink-account',
      text: disconnect,
      label: fillPlainText(disconnectNamed, { provider: name }),
      hidden: { provider, providerAccountId },
    }),
  }
}

function otherRow(props: AccountPageProps, { id, name }: ConnectableProvider): Row {
  const { connect, connectNamed } = props.texts.accounts
  return {
    title: isolate(name),
    action: renderAction(props, {
      route: `signin/${encodeURIComponent(id)}`,
      text: connect,
      label: fillPlainText(connectNamed, { provider: name }),
      hidden: { link: 'true', callbackUrl: props.accountUrl },
    }),
  }
}
