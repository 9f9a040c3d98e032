import * as authJs from '@auth/core/errors'
import { describe, expect, it } from 'vitest'
import { CredentialsSignin, describeRefusal } from '../../../src/errors/credentials-signin.js'

describe('CredentialsSignin', () => {
  it('has a code and no field errors of its own', () => {
    expect(new CredentialsSignin()).toMatchObject({
      code: 'credentials',
      fieldErrors: {},
      message: '',
    })
  })

  it('carries what it is given', () => {
    const fieldErrors = { password: ['Too short.', 'Too plain.'] }
    const error = new CredentialsSignin('Try again.', { code: 'weak', fieldErrors })
    expect(error).toMatchObject({ message: 'Try again.', code: 'weak', fieldErrors })
  })

  it('can be derived in the usual way, with a name of its own', () => {
    class TooManyAttempts extends CredentialsSignin {
      constructor() {
        super('Wait a minute.')
        this.name = 'TooManyAttempts'
      }
    }
    const error = new TooManyAttempts()
    expect(error).toMatchObject({ name: 'TooManyAttempts', type: 'CredentialsSignin' })
    expect(new CredentialsSignin().name).toBe('CredentialsSignin')
  })

  it('may be given its code later, as with Auth.js', () => {
    const error = new CredentialsSignin()
    error.code = 'locked'
    expect(error.code).toBe('locked')
  })
})

describe('describeRefusal', () => {
  const general = 'Those details do not match. Check them and try again.'

  it('gives the words of the application', () => {
    const fieldErrors = { password: ['Too short.'] }
    expect(describeRefusal(new CredentialsSignin('Locked.', { fieldErrors }))).toEqual({
      message: 'Locked.',
      fieldErrors,
    })
  })

  it('has general words where the application has none', () => {
    expect(describeRefusal(new CredentialsSignin())).toEqual({ message: general, fieldErrors: {} })
  })

  it('shows nothing that another library wrote for developers', () => {
    const error = new authJs.CredentialsSignin('Row 17 has no hash')
    expect(describeRefusal(error)).toEqual({ message: general, fieldErrors: {} })
  })
})
