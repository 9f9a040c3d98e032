import type { Html } from '../../http/html.js'
import { renderSection } from '../list-section.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderAction, renderLink } from './action.js'
import { renderRows } from './rows.js'

/** Renders the download of the data and the link to delete the account. */
export function renderData(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  const { aboutDownload, download, aboutDelete, delete: deletion } = texts.data
  const rows = [
    account.canExport && {
      facts: [aboutDownload],
      action: renderAction(props, {
        route: 'export-account',
        text: download,
        callbackUrl: props.accountUrl,
      }),
    },
    account.canDelete && {
      facts: [aboutDelete],
      action: renderLink(deletionUrl(props), deletion, 'small danger'),
    },
  ].filter((row) => row !== false)
  return rows.length === 0
    ? undefined
    : renderSection(texts.headings.data, undefined, renderRows(rows), { id: 'data' })
}

/** Without a query, the page leads back to the account page by itself. */
function deletionUrl({ routesUrl, accountUrl }: AccountPageProps): string {
  const url = `${routesUrl}/delete-account`
  const { search } = new URL(accountUrl)
  return search === '' ? url : `${url}?${new URLSearchParams({ callbackUrl: accountUrl })}`
}
