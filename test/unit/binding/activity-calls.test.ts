import { describe, expect, it } from 'vitest'
import { listActivity } from '../../../src/binding/activity-calls.js'
import { handleRequest } from '../../../src/binding/handle-request.js'
import type { AuditRecord, AuditSink } from '../../../src/model/audit.js'
import { makeMailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'
import { configOf, openEvent } from './event.js'

/** A sink that can list its records. */
function openTrail(): AuditSink {
  const records: AuditRecord[] = []
  return Object.assign((record: AuditRecord) => void records.unshift(record), {
    list: () => records,
  })
}

describe('listActivity in a loader', () => {
  it('returns the records of the signed-in user, and keeps the page out of shared caches', async () => {
    const app = await makeMailingApp({ audit: openTrail() })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    const { event, headers } = openEvent('/account/', {
      headers: { cookie: browser.cookieHeader() },
    })
    await handleRequest(
      event,
      configOf(() => app.config),
    )
    const { records } = await listActivity(event, { limit: 1 })
    expect(records).toMatchObject([{ event: 'signed-in', isCurrentSession: true }])
    expect(headers.get('cache-control')).toBe('private, no-store')
  })
})
