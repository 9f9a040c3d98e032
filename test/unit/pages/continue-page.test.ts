import { expect, it } from 'vitest'
import { renderContinuePage } from '../../../src/pages/continue-page.js'
import { english } from '../../../src/pages/find-language.js'
import { validPage } from '../../support/valid-html.js'

const shell = { theme: {}, nonce: 'n0nce', siteUrl: 'https://app.test', language: english }

it('the page that opens an app does not ask a visitor to sign in who just did', () => {
  const page = validPage(String(renderContinuePage({ ...shell, url: 'myapp://done' })))
  expect(page).toContain('<h1>Almost done</h1>')
  expect(page).toMatch(/<a class="button[^"]*" href="myapp:\/\/done">\s*Continue\s*<\/a>/)
  expect(page).toContain('content="0; url=myapp://done"')
  expect(page).not.toContain('Sign in')
})
