import type { FactorTexts } from '../../model/factor-texts.js'

/** Korean. */
export const texts: FactorTexts = {
  names: {
    twoStep: '2단계 로그인',
    app: '인증 앱',
    recoveryCodes: '복구 코드',
    passkey: '보안 키 또는 패스키',
    emailCode: '이메일로 받는 코드',
    browsers: '신뢰하는 브라우저',
    unknownBrowser: '알 수 없는 브라우저',
  },
  fields: {
    code: '코드',
    codeHint: '코드는 숫자 6자리입니다.',
    recoveryCode: '복구 코드',
    password: '비밀번호',
  },
  buttons: {
    continue: '계속',
    confirm: '확인',
    remove: '삭제',
    removeNamed: '{name} 삭제',
    addApp: '인증 앱 추가',
    newCodes: '새 코드 만들기',
    download: '텍스트로 다운로드',
    sendCode: '코드 보내기',
    sendAgain: '새 코드 보내기',
    usePasskey: '패스키 사용',
    cancel: '취소',
  },
  problems: {
    wrongCode: '코드가 틀렸거나 이미 사용되었습니다. 다음 코드를 기다려 주세요.',
    clock: '계속 틀리나요? 기기의 시계가 맞는지 확인해 주세요.',
    wrongMailedCode: '코드가 틀렸거나 만료되었습니다. 다시 확인하거나 새 코드를 요청해 주세요.',
    wrongRecoveryCode: '복구 코드가 아니거나 이미 사용되었습니다.',
    wrongPassword: '비밀번호가 아닙니다.',
    limit: {
      title: '틀린 코드가 너무 많습니다',
      sentence: '{duration} 후에 다시 시도해 주세요.',
    },
    expired: {
      title: '시간이 너무 오래 걸렸습니다',
      sentence: '다시 로그인해 주세요.',
    },
  },
  instead: {
    code: '대신 인증 앱 사용',
    recoveryCode: '대신 복구 코드 사용',
    passkey: '대신 패스키 사용',
    emailCode: '대신 이메일로 코드 받기',
    password: '대신 비밀번호 사용',
    provider: '대신 다시 로그인',
  },
  ask: {
    code: '인증 앱에 표시된 코드를 입력해 주세요.',
    recoveryCode: '복구 코드 하나를 입력해 주세요. 한 번만 사용할 수 있습니다.',
    passkey: '패스키 또는 보안 키를 사용해 주세요.',
    emailCode: '{email} 주소로 코드를 보내 드립니다.',
    emailCodeSent: '{email} 주소로 보낸 코드를 입력해 주세요.',
    password: '비밀번호를 입력해 주세요.',
    provider: '{provider}(으)로 계속',
  },
  secondFactor: {
    remember: '이 브라우저에서 {duration} 동안 다시 묻지 않기',
  },
  addApp: {
    heading: '인증 앱 추가',
    required: '{site}에서는 로그인할 때 두 번째 단계가 필요합니다.',
    lead: '앱으로 스캔하거나 키를 입력해 주세요.',
    qrCode: '인증 앱용 QR 코드',
    key: '키',
    openApp: '이 기기의 앱에서 열기',
    typeCode: '그런 다음 앱에 표시된 코드를 입력해 주세요.',
  },
  recoveryCodes: {
    heading: '내 복구 코드',
    lead: '이 코드를 안전한 곳에 보관해 주세요. 각 코드는 한 번만 사용할 수 있습니다. 다시 표시할 수 없습니다.',
    fileTitle: '{site} 복구 코드',
  },
  overview: {
    on: '켜짐. 로그인한 후 코드를 확인합니다.',
    off: '꺼짐. 인증 앱을 추가하여 계정을 보호하세요.',
    required: '켜짐. 이 사이트에서 필수입니다.',
    added: '추가한 날짜: {date}',
    lastUsed: '마지막 사용: {date}',
    aboutRecoveryCodes: '기기를 잃어버려도 로그인할 수 있습니다.',
    codesLeft: '남은 코드: {count}',
    fewCodes: '다 쓰기 전에 새 코드를 만들어 주세요.',
    aboutBrowsers: '이 브라우저에서는 코드를 묻지 않습니다.',
    until: '{date}까지',
  },
  prove: {
    heading: '본인 확인',
    lead: '계속하기 전에 본인임을 확인해 주세요.',
    mailedInstead:
      '{provider}에서는 방금 로그인했는지 알려 주지 않습니다. {email} 주소로 코드를 보냈습니다.',
    signInInstead:
      '{provider}에서는 방금 로그인했는지 알려 주지 않습니다. 다른 방법으로 로그인하여 본인임을 확인하세요.',
    impossible:
      '본인임을 확인할 방법이 없습니다. 계정에 비밀번호가 없고 코드를 보낼 수도 없습니다. 이 사이트에 도움을 요청해 주세요.',
  },
  mails: {
    added: {
      subject: '{site}에 새 로그인 확인 방법이 추가되었습니다',
      lead: '이제부터 로그인할 때 이 방법으로 확인합니다.',
    },
    removed: {
      subject: '{site}에서 로그인 확인 방법이 삭제되었습니다',
      lead: '이 방법은 더 이상 사용할 수 없습니다.',
    },
    switchedOff: {
      subject: '{site}의 2단계 로그인이 꺼졌습니다',
      lead: '이제 로그인할 때 코드를 확인하지 않습니다.',
    },
    recoveryCodeUsed: {
      subject: '{site}에서 복구 코드가 사용되었습니다',
      lead: '남은 코드: {count}. 다 쓰기 전에 새 코드를 만들어 주세요.',
    },
    recoveryCodesMade: {
      subject: '{site}에서 새 복구 코드가 만들어졌습니다',
      lead: '이전 코드는 더 이상 사용할 수 없습니다.',
    },
    guessed: {
      subject: '{site}에서 틀린 코드가 입력되었습니다',
      lead: '연속으로 틀린 코드: {count}. 다른 사람이 로그인 정보를 알고 있을 수 있습니다.',
    },
    locked: {
      subject: '{site}에서 틀린 코드가 여러 번 입력되었습니다',
      lead: '연속으로 틀린 코드: {count}. 최대 30일 동안 복구 코드 또는 패스키로만 계정을 열 수 있습니다. 다른 사람이 로그인 정보를 알고 있을 수 있습니다.',
    },
    signInCode: {
      subject: '{site} 코드',
      lead: '로그인을 마치려면 이 코드를 입력해 주세요.',
    },
    confirmCode: {
      subject: '{site} 코드',
      lead: '본인임을 확인하려면 이 코드를 입력해 주세요.',
    },
    when: '일시: {date}',
    browser: '브라우저: {browser}',
    notYou: '본인이 아닌가요? 지금 계정을 보호하세요.',
    button: '내 계정 보호',
    wasYou: '본인이 한 일이라면 아무것도 하지 않아도 됩니다.',
  },
}
