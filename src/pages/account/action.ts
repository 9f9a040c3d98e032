import { acceptLink } from '../../http/accept-url.js'
import { attributes, html, type Html } from '../../http/html.js'
import { renderFormWith } from '../page-form.js'
import type { AccountPageProps } from './account-page-props.js'

/** Renders a button that posts to a route of the account page. */
export function renderAction(
  { routesUrl, csrfToken }: AccountPageProps,
  { route, text, label, hidden, callbackUrl, look = 'small' }: ActionButton,
): Html {
  const form = { action: `${routesUrl}/${route}`, csrfToken, callbackUrl, hidden }
  const own = attributes({ 'aria-label': label })
  return renderFormWith(form, html`<button type="submit" class="${look}" ${own}>${text}</button>`)
}

/** Renders a link that looks like a button. Returns undefined if the URL is not one to link to. */
export function renderLink(url: string, text: string, look = 'small'): Html | undefined {
  const href = acceptLink(url)
  return href === undefined ? undefined : html`<a class="${look}" href="${href}">${text}</a>`
}

/** A button in a form of its own. */
export interface ActionButton {
  readonly route: string
  readonly text: string
  readonly label?: string | undefined
  readonly hidden?: Readonly<Record<string, string | undefined>>
  /** The URL to open afterwards. */
  readonly callbackUrl?: string
  readonly look?: string
}
