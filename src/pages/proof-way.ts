import type { FactorTexts } from '../model/factor-texts.js'
import type { Language } from '../model/page-texts.js'
import type { AlertWords } from './alert.js'
import { fillPlainText } from './fill-text.js'
import { formatDuration } from './format-duration.js'

/** A way for a user to confirm who they are. Forms post it as `with`. */
export type ProofWay = 'code' | 'recovery-code' | 'passkey' | 'email-code' | 'password' | 'provider'

/** Why a proof was refused. */
export type ProofProblem =
  | {
      readonly type: 'wrong'
      /** Whether the user already typed a wrong code before. */
      readonly isRepeated?: boolean | undefined
    }
  | {
      readonly type: 'limit'
      /** How many minutes the user has to wait. */
      readonly minutes: number
    }

/** The name of a way's texts. */
export const wayNames: Readonly<Record<ProofWay, keyof FactorTexts['instead']>> = {
  code: 'code',
  'recovery-code': 'recoveryCode',
  passkey: 'passkey',
  'email-code': 'emailCode',
  password: 'password',
  provider: 'provider',
}

/** Says what is wrong with the field of a way. Undefined if the field is not to blame. */
export function describeWrongProof(
  way: ProofWay,
  problem: ProofProblem | undefined,
  { problems }: FactorTexts,
): string | undefined {
  if (problem?.type !== 'wrong') return undefined
  switch (way) {
    case 'code':
      return problem.isRepeated === true
        ? joinSentences(problems.wrongCode, problems.clock)
        : problems.wrongCode
    case 'email-code':
      return problems.wrongMailedCode
    case 'recovery-code':
      return problems.wrongRecoveryCode
    case 'password':
      return problems.wrongPassword
    case 'passkey':
    case 'provider':
      return undefined
  }
}

/** Says how long a user has to wait after too many wrong codes. */
export function describeLimit(
  problem: ProofProblem | undefined,
  { problems }: FactorTexts,
  { code }: Language,
): AlertWords | undefined {
  if (problem?.type !== 'limit') return undefined
  const { title, sentence } = problems.limit
  const duration = formatDuration(problem.minutes, code)
  return { title, sentence: fillPlainText(sentence, { duration }) }
}

/** Chinese and Japanese have no space between sentences. */
function joinSentences(first: string, second: string): string {
  return first.endsWith('。') ? first + second : `${first} ${second}`
}
