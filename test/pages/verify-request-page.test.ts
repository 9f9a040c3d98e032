import { expect, it } from 'vitest'
import { renderVerifyRequestPage } from '../../src/pages/verify-request-page.js'

it('sends the visitor to their mailbox and offers the way back', () => {
  const page = String(
    renderVerifyRequestPage({ theme: {}, nonce: 'n0nce', siteUrl: 'https://app.test' }),
  )
  expect(page).toContain('<h1>Check your email</h1>')
  expect(page).toMatch(/finish signing\s+in to app\.test\./)
  expect(page).toContain('<a class="quiet" href="https://app.test">Back to app.test</a>')
})
