import { html, type Html } from '../../http/html.js'
import type { ConnectableProvider, ConnectedAccount } from '../../model/account-description.js'
import { describeSite, logoOrigin } from '../document.js'
import { fillPlainText, isolate } from '../fill-text.js'
import { renderSection } from '../list-section.js'
import { renderBadge, writeBadgePaint, type Branded } from '../provider-badge.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderAction, type ActionButton } from './action.js'
import { changedUrl, sectionUrl } from './changed-section.js'
import { renderRows, type Row } from './rows.js'

/** Renders the accounts at providers, and the providers that can be connected. */
export function renderAccounts(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  if (!account.accounts) return undefined
  const { connected, others } = account.accounts
  const rows = [
    ...connected.map((one, index) => connectedRow(props, one, index)),
    ...others.map((one, index) => otherRow(props, one, connected.length + index)),
  ]
  return renderSection(texts.headings.accounts, texts.accounts.about, renderRows(rows), {
    id: 'accounts',
    changed: props.changed === 'accounts' ? texts.changed.done : undefined,
  })
}

/** Writes the CSS rules for the badges of providers without a logo. */
export function writeAccountBadges(props: AccountPageProps): readonly string[] {
  return listBadges(props).flatMap((one, index) => writeBadgePaint(one, index, props.theme) ?? [])
}

/** The logo in a row. The index is the one of its CSS rules. */
function badgeOf(props: AccountPageProps, index: number): Html | undefined {
  const brand = listBadges(props)[index]
  const origins = [describeSite(props.siteUrl)?.href, logoOrigin(props.theme)]
  return brand && renderBadge(brand, index, origins)
}

/** The brands of the rows, in their order. */
function listBadges({ account, styles }: AccountPageProps): readonly Branded[] {
  const { connected = [], others = [] } = account.accounts ?? {}
  const ids = [...connected.map(({ provider: id, name }) => ({ id, name })), ...others]
  return ids.map(({ id, name }) => ({ name, style: styles.get(id) }))
}

function connectedRow(props: AccountPageProps, one: ConnectedAccount, index: number): Row {
  const { connected, ended, disconnect, disconnectNamed } = props.texts.accounts
  const { provider, providerAccountId, name, needsSignIn } = one
  const removal = renderAction(props, {
    route: 'unlink-account',
    text: disconnect,
    label: fillPlainText(disconnectNamed, { provider: name }),
    hidden: { provider, providerAccountId },
    callbackUrl: changedUrl(props.accountUrl, 'accounts'),
  })
  return {
    badge: badgeOf(props, index),
    title: isolate(name),
    facts: [needsSignIn ? ended : connected],
    action: needsSignIn
      ? html`<div class="pair">
          ${renderConnectAgain(props, { id: provider, name })} ${removal}
        </div>`
      : removal,
  }
}

function otherRow(props: AccountPageProps, one: ConnectableProvider, index: number): Row {
  return {
    badge: badgeOf(props, index),
    title: isolate(one.name),
    action: renderConnect(props, one),
  }
}

function renderConnect(props: AccountPageProps, { id, name }: ConnectableProvider): Html {
  const { connect, connectNamed } = props.texts.accounts
  const label = fillPlainText(connectNamed, { provider: name })
  return renderAction(props, { ...linkTo(props, id), text: connect, label })
}

/** The provider no longer accepts what the user allowed. */
function renderConnectAgain(props: AccountPageProps, { id, name }: ConnectableProvider): Html {
  const { connectAgain } = props.language.texts.grant
  const text = fillPlainText(connectAgain, { provider: name })
  return renderAction(props, { ...linkTo(props, id), text })
}

function linkTo(
  { accountUrl }: AccountPageProps,
  id: string,
): Pick<ActionButton, 'route' | 'hidden' | 'callbackUrl'> {
  const route = `signin/${encodeURIComponent(id)}`
  return { route, hidden: { link: 'true' }, callbackUrl: sectionUrl(accountUrl, 'accounts') }
}
