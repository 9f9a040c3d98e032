/** The sections that say so if the user has just changed something in them. */
export const changedSections = ['profile', 'password', 'accounts', 'passkeys', 'sessions'] as const

/** A section in which the user has just changed something. */
export type ChangedSection = (typeof changedSections)[number]

/** Returns the URL of the page at one of its sections. */
export function sectionUrl(accountUrl: string, section: ChangedSection): string {
  const url = new URL(accountUrl)
  url.hash = section
  return url.href
}

/** Returns the URL of the page at the section in which the user has just changed something. */
export function changedUrl(accountUrl: string, section: ChangedSection): string {
  const url = new URL(sectionUrl(accountUrl, section))
  url.searchParams.set('changed', section)
  return url.href
}
