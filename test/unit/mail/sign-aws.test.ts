import { describe, expect, it } from 'vitest'
import { signAwsRequest } from '../../../src/mail/sign-aws.js'

/** The published test suite of Signature Version 4: those of its requests that are POST to `/`. */
const suite = {
  url: 'https://example.amazonaws.com/',
  headers: {},
  body: '',
  region: 'us-east-1',
  service: 'service',
  date: new Date('2015-08-30T12:36:00Z'),
}
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const sessionToken =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeo' +
  'IYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5V' +
  'SXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yj' +
  'c8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=='

describe('a signature for AWS', () => {
  // prettier-ignore
  it.each([
    ['post-vanilla', {}, {}, 'host;x-amz-date',
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    ['post-header-key-case', {}, {}, 'host;x-amz-date',
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    ['post-header-value-case', { headers: { 'my-header1': 'VALUE1' } }, {}, 'host;my-header1;x-amz-date',
      'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d'],
    ['post-x-www-form-urlencoded',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'Param1=value1' }, {},
      'content-type;host;x-amz-date',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a'],
    ['post-sts-header-before', {}, { sessionToken }, 'host;x-amz-date;x-amz-security-token',
      '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead'],
  ])('is that of %s', async (_name, request, more, names, signature) => {
    const headers = await signAwsRequest({ ...suite, ...request }, { ...credentials, ...more })
    expect(headers['x-amz-date']).toBe('20150830T123600Z')
    expect(headers['authorization']).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
    )
  })

  it('sends the session token of temporary credentials', async () => {
    const headers = await signAwsRequest(suite, { ...credentials, sessionToken })
    expect(headers['x-amz-security-token']).toBe(sessionToken)
  })

  it('covers the path', async () => {
    const [one, other] = await Promise.all(
      ['', 'v2/email'].map((path) =>
        signAwsRequest({ ...suite, url: `${suite.url}${path}` }, credentials),
      ),
    )
    expect(one?.['authorization']).not.toBe(other?.['authorization'])
  })
})
