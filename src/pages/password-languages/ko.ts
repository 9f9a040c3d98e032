import type { PasswordTexts } from '../../model/password-texts.js'

/** Korean. */
export const texts: PasswordTexts = {
  fields: {
    password: '비밀번호',
    newPassword: '새 비밀번호',
    currentPassword: '현재 비밀번호',
    hint: '{length}자 이상. 서로 관련 없는 단어 몇 개를 이어 쓰면 좋습니다.',
    username: '사용자 이름',
    emailOrUsername: '이메일 또는 사용자 이름',
    usernameHint: '3~32자. 영문자 a~z, 숫자, 마침표, _, -를 쓸 수 있습니다.',
  },
  buttons: {
    sendLink: '링크 보내기',
    savePassword: '비밀번호 저장',
    changePassword: '비밀번호 변경',
    confirmAddress: '주소 확인',
    restoreAddress: '주소 되돌리기',
    continue: '계속',
  },
  problems: {
    tooShort: '{length}자 이상 입력해 주세요.',
    tooLong: '{length}자 이하로 입력해 주세요.',
    known: '유출된 비밀번호 목록에 있는 비밀번호입니다. 다른 비밀번호를 선택해 주세요.',
    guessable: '이메일 주소나 이 사이트의 이름과 너무 비슷합니다.',
    notText: '읽을 수 없는 문자가 들어 있습니다. 다른 비밀번호를 선택해 주세요.',
    same: '현재 비밀번호와 같습니다. 새 비밀번호를 선택해 주세요.',
    wrongCurrent: '현재 비밀번호가 아닙니다.',
    usernameTaken: '이미 사용 중인 사용자 이름입니다. 다른 이름을 선택해 주세요.',
    usernameNotAllowed: '영문자 a~z, 숫자, 마침표, _, -를 사용해 3~32자로 입력해 주세요.',
    expiredLink: {
      title: '더 이상 사용할 수 없는 링크입니다',
      sentence: '만료되었거나 이미 사용되었습니다. 여기에서 새 링크를 요청해 주세요.',
    },
  },
  links: { forgotPassword: '비밀번호를 잊으셨나요?' },
  signUp: {
    heading: '계정 만들기',
    lead: '이메일 주소를 입력해 주세요. 비밀번호를 정할 수 있는 링크를 보내 드립니다.',
    leadWithPassword:
      '이메일 주소를 입력하고 비밀번호를 정해 주세요. 주소를 확인하는 링크를 보내 드립니다.',
  },
  forgotPassword: {
    heading: '비밀번호를 잊으셨나요?',
    lead: '이메일 주소를 입력해 주세요. 새 비밀번호를 정할 수 있는 링크를 보내 드립니다.',
  },
  mailSent: {
    lead: '{email} 주소를 사용할 수 있다면 곧 이메일이 도착합니다. 이메일에 있는 링크를 열어 계속해 주세요.',
  },
  choosePassword: {
    firstHeading: '비밀번호 정하기',
    newHeading: '새 비밀번호 정하기',
    lead: '{site} 계정용',
    signsOut: '다른 모든 기기에서 로그아웃됩니다.',
  },
  changePassword: { heading: '비밀번호 변경' },
  addPassword: {
    heading: '비밀번호 추가',
    lead: '{email} 주소로 링크를 보내 드립니다. 링크를 열어 비밀번호를 정해 주세요.',
  },
  verifyEmail: {
    heading: '이메일 주소 확인',
    lead: '{email} 주소가 본인의 주소인지 확인해 주세요.',
  },
  changeAddress: {
    heading: '새 주소 확인',
    lead: '이제부터 계정에 {email} 주소를 사용합니다.',
  },
  restoreAddress: {
    heading: '주소 되돌리기',
    lead: '계정에 다시 {email} 주소를 사용합니다. 모든 기기에서 로그아웃되며 새 비밀번호를 정하게 됩니다. 변경 이후에 추가된 로그인 방법은 패스키와 인증 앱을 포함하여 모두 삭제됩니다.',
  },
  done: {
    passwordChanged: {
      title: '비밀번호가 변경되었습니다',
      sentence: '다른 모든 기기에서 로그아웃되었습니다.',
    },
    emailVerified: {
      title: '주소가 확인되었습니다',
      sentence: '감사합니다. 이제 계속하실 수 있습니다.',
    },
    addressChanged: {
      title: '주소가 변경되었습니다',
      sentence: '이제부터 계정에 새 주소를 사용합니다.',
    },
    addressRestored: {
      title: '주소를 되돌렸습니다',
      sentence: '모든 기기에서 로그아웃되었습니다. 계속하려면 새 비밀번호를 정해 주세요.',
    },
  },
  mails: {
    signUp: {
      subject: '{site} 비밀번호를 정해 주세요',
      lead: '다음 링크에서 비밀번호를 정해 주세요.',
      button: '비밀번호 정하기',
    },
    alreadyRegistered: {
      subject: '{site} 계정이 이미 있습니다',
      lead: '누군가 이 주소로 가입하려고 했습니다. 본인일 수도 있습니다. 기존 비밀번호로 로그인하거나 다음 링크에서 새 비밀번호를 정할 수 있습니다.',
      leadWithMethods:
        '누군가 이 주소로 가입하려고 했습니다. 본인일 수도 있습니다. {methods}(으)로 로그인하거나 다음 링크에서 비밀번호를 추가할 수 있습니다.',
      button: '비밀번호 정하기',
    },
    reset: {
      subject: '{site} 새 비밀번호를 정해 주세요',
      lead: '다음 링크에서 새 비밀번호를 정해 주세요.',
      button: '새 비밀번호 정하기',
    },
    changed: {
      subject: '{site} 비밀번호가 변경되었습니다',
      lead: '본인이 변경하지 않으셨다면 다음 링크에서 바로 새 비밀번호를 정해 주세요.',
      button: '새 비밀번호 정하기',
    },
    verify: {
      subject: '{site} 이메일 주소를 확인해 주세요',
      lead: '다음 링크에서 이 주소가 본인의 주소임을 확인해 주세요.',
      button: '주소 확인하기',
    },
    newAddress: {
      subject: '{site} 새 주소를 확인해 주세요',
      lead: '다음 링크에서 확인하시면 계정에 이 주소를 사용합니다.',
      button: '주소 확인하기',
    },
    addressRequested: {
      subject: '{site} 계정의 새 주소가 요청되었습니다',
      lead: '계정의 이메일 주소를 변경해 달라는 요청이 있었습니다. 아직 아무것도 변경되지 않았습니다. 본인이 요청하지 않으셨다면 다음 링크에서 새 비밀번호를 정해 주세요. 요청이 취소되고 다른 모든 세션이 종료됩니다.',
      button: '새 비밀번호 정하기',
    },
    oldAddress: {
      subject: '{site} 계정의 주소가 변경되었습니다',
      lead: '이제 계정에 다른 이메일 주소를 사용합니다. 본인이 변경하지 않으셨다면 다음 링크에서 변경을 취소해 주세요.',
      button: '변경 취소하기',
    },
    methodAdded: {
      subject: '{site}에 새 로그인 방법이 추가되었습니다',
      lead: '이제 {methods}(으)로도 계정에 로그인할 수 있습니다. 본인이 추가하지 않으셨다면 다음 링크에서 새 비밀번호를 정해 다른 모든 세션을 종료하고, 계정에서 {methods}을(를) 삭제해 주세요.',
      button: '새 비밀번호 정하기',
    },
    wasYou: '본인이 하신 일이라면 아무것도 하지 않으셔도 됩니다.',
  },
}
