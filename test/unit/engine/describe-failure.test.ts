import { describe, expect, it } from 'vitest'
import { describeFailure } from '../../../src/core.js'
import { EmailSignInError, InvalidEmailAddress } from '../../../src/errors/email-errors.js'
import { CredentialsSignin } from '../../../src/errors/credentials-signin.js'
import {
  CrossSiteRequest,
  InvalidName,
  InvalidProvider,
  MethodNotAllowed,
  SessionRequired,
  TooManyRequests,
} from '../../../src/errors/request-errors.js'
import { AdapterError } from '../../../src/errors/runtime-errors.js'

describe('describeFailure', () => {
  it('shows the messages of a CredentialsSignin next to their fields', () => {
    const fieldErrors = { password: ['It is too old.'] }
    const error = new CredentialsSignin('Change your password.', { fieldErrors })
    expect(describeFailure(error)).toEqual({
      status: 401,
      headers: {},
      fieldErrors,
      formErrors: ['Change your password.'],
    })
  })

  // prettier-ignore
  it.each([
    [new InvalidProvider('There is no such provider.'), 404, { providerId: ['There is no such provider.'] }, []],
    [new InvalidEmailAddress('a@b@c'),                  400, { email: ['This is not an e-mail address.'] },  []],
    [new InvalidName('Expected a name.'),               422, { name: ['Use at most 100 characters, without line breaks or hidden characters.'] }, []],
    [new EmailSignInError('smtp.test refused it.'),     502, {}, ['The mail could not be sent. Try again later.']],
    [new CrossSiteRequest('From https://evil.test'),    403, {}, ['The request came from another site.']],
    [new SessionRequired('Sign in first.'),             401, {}, ['This is not possible at the moment.']],
    [new AdapterError('db.internal:5432 is down.'),     500, {}, ['This is not possible at the moment.']],
  ])('describes %s', (error, status, fieldErrors, formErrors) => {
    expect(describeFailure(error)).toEqual({ status, headers: {}, fieldErrors, formErrors })
  })

  it('returns the headers that the status requires', () => {
    expect(describeFailure(new TooManyRequests('Too many.', 30))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '30' },
      formErrors: ['There were too many attempts. Wait a little, then try again.'],
    })
    expect(describeFailure(new MethodNotAllowed('PUT', ['GET'])).headers).toEqual({ allow: 'GET' })
  })
})
