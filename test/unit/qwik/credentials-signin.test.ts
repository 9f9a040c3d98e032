import { describe, expect, it } from 'vitest'
import { CredentialsSignin } from '../../../src/qwik/index.js'
import { login, makeApp } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { openSite } from './site.js'
import { resultOf } from './visitor.js'

describe('a `CredentialsSignin` that the `signIn` callback throws', () => {
  const { config } = makeApp({
    callbacks: {
      signIn: () => {
        const fieldErrors = { username: ['This account is locked.'] }
        throw new CredentialsSignin('Ask an admin.', { code: 'locked', fieldErrors })
      },
    },
  })
  const refusal = {
    failed: true,
    formErrors: ['Ask an admin.'],
    fieldErrors: { username: ['This account is locked.'] },
  }
  const form = { providerId: 'credentials', ...login }

  it('reaches the form with its message and field errors', async () => {
    const visitor = openSite({ config: () => config }).visitor()
    const { result, session } = await visitor.submit(auth.useSignIn, form)
    expect(result).toMatchObject(refusal)
    expect(session).toBeNull()
    const answer = await visitor.post(auth.useSignIn, form)
    expect(answer.status).toBe(401)
    expect(resultOf(auth.useSignIn, answer)).toMatchObject(refusal)
  })
})
