import type { Html } from '../../http/html.js'
import { renderSection } from '../list-section.js'
import type { AccountPageProps } from './account-page-props.js'
import { renderLink } from './action.js'
import { renderRows } from './rows.js'

/** Renders whether two-step sign-in is on, and the link to manage it. */
export function renderSecondFactor({ account, texts }: AccountPageProps): Html | undefined {
  const { secondFactor } = account
  if (!secondFactor) return undefined
  const { on, off, manage, setUp } = texts.twoStep
  const { isOn, url } = secondFactor
  const row = { facts: [isOn ? on : off], action: renderLink(url, isOn ? manage : setUp) }
  return renderSection(texts.headings.twoStep, undefined, renderRows([row]), {
    id: 'second-factor',
  })
}
