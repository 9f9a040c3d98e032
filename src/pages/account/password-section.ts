import type { Html } from '../../http/html.js'
import { renderSection } from '../list-section.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderLink } from './action.js'
import { renderRows } from './rows.js'

/** Renders whether the user has a password, and the link to change it. */
export function renderPassword({ account, texts }: AccountPageProps): Html | undefined {
  const { password } = account
  if (!password) return undefined
  const { isSet, notSet, change, add } = texts.password
  const action = renderLink(password.url, password.isSet ? change : add)
  const row = { facts: [password.isSet ? isSet : notSet], action }
  return renderSection(texts.headings.password, undefined, renderRows([row]))
}
