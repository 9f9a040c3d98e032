import type { PageTexts } from '../../model/page-texts.js'

/** Korean. */
export const texts: PageTexts = {
  signIn: {
    heading: '로그인',
    headingTo: '{site} 로그인',
    lead: '{site} 계속 이용하기',
    withProvider: '{provider} 계정으로 로그인',
    continue: '계속',
    withEmail: '이메일로 로그인',
    withPassword: '비밀번호로 로그인',
    withPasskey: '패스키 사용',
    mailInstead: '대신 이메일로 링크 받기',
    email: '이메일',
    or: '또는',
    almostDone: '거의 다 됐습니다',
    showPassword: '비밀번호 표시',
    lastUsed: '최근 사용',
    noProviders: '이 사이트에는 아직 로그인 방법이 없습니다.',
    createPasskey: '패스키 만들기',
    passkeysUnavailable:
      '여기서는 패스키를 사용할 수 없습니다. JavaScript와 최신 브라우저가 필요합니다.',
    passkeyCancelled: '패스키가 사용되지 않았습니다. 다시 시도해 주세요.',
  },
  signOut: {
    heading: '로그아웃',
    question: '{site}에서 로그아웃하시겠습니까?',
    plainQuestion: '로그아웃하시겠습니까?',
    button: '로그아웃',
    stay: '로그인 유지',
  },
  verifyRequest: {
    heading: '이메일을 확인해 주세요',
    sentTo: '{email} 주소로 로그인 링크를 보냈습니다.',
    sent: '로그인 링크를 보냈습니다.',
    openLink: '링크를 열면 로그인이 완료됩니다.',
    openLinkOrTypeCode: '링크를 열거나 이메일에 있는 코드를 여기에 입력해 주세요.',
    spam: '1분이 지나도 오지 않았나요? 스팸함을 확인해 주세요.',
    tryAgain: '다시 시도하거나 다른 주소 사용',
    code: '이메일에 있는 코드',
    codeHint: '코드는 숫자 {length}자리입니다.',
    codeButton: '계속',
    codeWrong: '코드가 틀렸거나 만료되었습니다. 다시 확인하거나 새 이메일을 요청해 주세요.',
  },
  confirm: {
    heading: '로그인 완료하기',
    lead: '{email} 계정으로 {site}에 로그인합니다.',
    plainLead: '{email} 계정으로 로그인합니다.',
    button: '로그인',
    once: '이 링크는 한 번만 사용할 수 있습니다. 요청하지 않으셨다면 이 페이지를 나가시면 됩니다. 아무 일도 일어나지 않습니다.',
    notMe: '제가 요청하지 않았습니다',
  },
  grant: {
    heading: '허용이 필요합니다',
    again: '{site}에서 {provider}을(를) 사용하려면 다시 허용해야 합니다.',
    more: '{site}에 {provider}의 추가 권한이 필요합니다.',
    otherAccount:
      '여기에 연결된 것과 다른 {provider} 계정을 선택했습니다. 연결된 계정을 선택하거나 먼저 연결을 해제하세요.',
    connect: '{provider} 연결',
    connectAgain: '{provider} 다시 연결',
  },
  links: {
    toSignIn: '로그인으로 돌아가기',
    toSite: '{site}(으)로 돌아가기',
    toAccount: '내 계정으로 돌아가기',
    signUp: '계정 만들기',
    noAccount: '계정이 없으신가요? 계정 만들기',
    haveAccount: '이미 계정이 있으신가요? 로그인',
    terms: '이용약관',
    privacy: '개인정보처리방침',
  },
  mail: {
    subject: '{site} 로그인',
    heading: '{site} 로그인',
    button: '로그인',
    link: '로그인하려면 다음 링크를 열어 주세요:',
    linkInstead: '버튼이 작동하지 않으면 브라우저에서 다음 링크를 열어 주세요:',
    code: '또는 로그인을 요청한 화면에 다음 코드를 입력해 주세요:',
    once: '한 번만 사용할 수 있습니다. 유효 시간: {duration}.',
    ignore: '이 이메일을 요청하지 않으셨다면 무시하셔도 됩니다.',
  },
  errors: {
    general: {
      title: '문제가 발생했습니다',
      sentence: '작업을 완료하지 못했습니다. 다시 시도해 주세요.',
    },
    Configuration: {
      title: '저희 쪽에서 문제가 발생했습니다',
      sentence: '로그인하지 못했습니다. 사이트 운영자가 로그에서 원인을 확인할 수 있습니다.',
    },
    AccessDenied: {
      title: '접근이 거부되었습니다',
      sentence: '이 계정으로는 여기에 로그인할 수 없습니다. 다른 계정을 사용해 보세요.',
    },
    Verification: {
      title: '더 이상 사용할 수 없는 링크입니다',
      sentence: '만료되었거나 이미 사용되었습니다. 다시 로그인하여 새 링크를 받아 주세요.',
    },
    MissingCSRF: {
      title: '양식이 만료되었습니다',
      sentence: '다시 시도해 주세요. 계속되면 이 사이트의 쿠키를 허용해 주세요.',
    },
    CredentialsSignin: {
      title: '정보가 일치하지 않습니다',
      sentence: '입력한 내용을 확인하고 다시 시도해 주세요.',
    },
    OAuthCallbackError: {
      title: '로그인이 완료되지 않았습니다',
      sentence: '취소되었거나 상대 서비스가 거부했습니다. 다시 시도해 주세요.',
    },
    OAuthAttemptLost: {
      title: '이미 끝난 로그인입니다',
      sentence:
        '시간이 너무 오래 걸렸거나, 이미 완료되었거나, 다른 브라우저에서 시작되었습니다. 다시 시도해 주세요.',
    },
    OAuthMetadataInvalid: {
      title: '서비스에 연결하지 못했습니다',
      sentence:
        '선택한 서비스의 설정이 예상과 다릅니다. 다시 시도하거나 다른 방법을 선택해 주세요.',
    },
    OAuthProfileParseError: {
      title: '프로필을 읽지 못했습니다',
      sentence: '선택한 서비스에서 사용자 정보를 받지 못했습니다. 다른 방법으로 로그인해 주세요.',
    },
    OAuthRequestFailed: {
      title: '서비스에 연결하지 못했습니다',
      sentence: '선택한 서비스가 응답하지 않았습니다. 다시 시도하거나 다른 방법을 선택해 주세요.',
    },
    OAuthResponseInvalid: {
      title: '응답을 확인하지 못했습니다',
      sentence: '선택한 서비스의 응답이 검사를 통과하지 못했습니다. 다시 시도해 주세요.',
    },
    OAuthAccountNotLinked: {
      title: '이미 계정이 있습니다',
      sentence: '이 이메일 주소는 이미 사용 중입니다. 처음에 사용한 방법으로 로그인해 주세요.',
    },
    AccountNotLinked: {
      title: '계정에 연결되어 있지 않습니다',
      sentence: '처음에 사용한 방법으로 로그인한 뒤 이 방법을 추가해 주세요.',
    },
    LastSignInMethod: {
      title: '마지막 로그인 방법입니다',
      sentence: '삭제하기 전에 다른 로그인 방법을 추가해 주세요.',
    },
    InvalidEmailAddress: {
      title: '이메일 주소가 아닙니다',
      sentence: '입력한 내용을 확인하고 다시 시도해 주세요.',
    },
    EmailSignInError: {
      title: '이메일을 보내지 못했습니다',
      sentence: '잠시 후 다시 시도하거나 다른 방법으로 로그인해 주세요.',
    },
    TooManyRequests: {
      title: '시도 횟수가 너무 많습니다',
      sentence: '잠시 기다린 후 다시 시도해 주세요.',
    },
    ServerBusy: {
      title: '요청이 많습니다',
      sentence: '지금은 요청이 매우 많습니다. 잠시 후 다시 시도해 주세요.',
    },
    WebAuthnVerificationError: {
      title: '패스키가 승인되지 않았습니다',
      sentence: '패스키를 확인하지 못했습니다. 다시 시도하거나 다른 방법으로 로그인해 주세요.',
    },
    SessionRequired: {
      title: '먼저 로그인해 주세요',
      sentence: '요청한 페이지는 로그인한 사용자만 볼 수 있습니다.',
    },
    CrossSiteRequest: {
      title: '요청이 차단되었습니다',
      sentence: '다른 사이트에서 온 요청이라 처리하지 않았습니다. 여기서 다시 시작해 주세요.',
    },
    InvalidProvider: {
      title: '알 수 없는 로그인 방법입니다',
      sentence: '이 사이트에서는 요청한 로그인 방법을 제공하지 않습니다.',
    },
    UnknownAction: {
      title: '페이지를 찾을 수 없습니다',
      sentence: '이 주소에는 아무것도 없습니다.',
    },
    MethodNotAllowed: {
      title: '이 주소는 그렇게 사용할 수 없습니다',
      sentence: '로그인 페이지에서 다시 시작해 주세요.',
    },
    InvalidRequestBody: {
      title: '양식을 읽지 못했습니다',
      sentence: '일부가 빠졌거나 전송 중에 손상되었습니다. 다시 시도해 주세요.',
    },
    RequestBodyTooLarge: {
      title: '양식이 너무 큽니다',
      sentence: '허용되는 크기를 넘었습니다. 줄여서 다시 시도해 주세요.',
    },
    SessionTooLarge: {
      title: '로그인을 유지하지 못했습니다',
      sentence:
        '세션에 브라우저가 저장할 수 있는 것보다 많은 내용이 있습니다. 사이트 운영자가 해결할 수 있습니다.',
    },
    UntrustedHost: {
      title: '예상하지 못한 주소입니다',
      sentence: '이 사이트는 브라우저에 표시된 주소로 이용하도록 설정되어 있지 않습니다.',
    },
  },
}
