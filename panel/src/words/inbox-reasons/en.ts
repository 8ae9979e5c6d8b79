import type { ReasonWords } from './pt-BR.ts';

export const words: ReasonWords = {
  causes: {
    network: [
      'The gateway cannot be reached.',
      'Check that it is running and that the address is correct.',
    ],
    timeout: ['The gateway took too long.', 'Wait a moment and try again.'],
    disconnected: ['The session is not connected.', 'Connect the inbox again.'],
    number: ['The number cannot receive messages.', 'Check the number, area code included.'],
    throttled: ['The network asks for a pause.', 'Wait a few minutes before you try again.'],
    credentials: ['Access was refused.', 'Check the keys and paste them again.'],
    rejected: ['The request was refused.'],
    gateway: ['The gateway failed.', 'Try again. If it keeps failing, check the gateway’s log.'],
  },
  reasons: {
    public_url_missing: [
      'The service does not know its public address yet.',
      'The operator must set PUBLIC_URL and restart the service.',
    ],
    https_needed: [
      'Meta only calls https URLs, and this service has none.',
      'The operator must serve it over https and set PUBLIC_URL.',
    ],
    restart_failed: [
      'The session dropped, and a restart did not help.',
      'Reconnect the inbox with the phone at hand. Its conversations stay the same.',
    ],
    silent: [
      'Messages were sent, and nothing came back from the gateway.',
      'Restart the session; if that does not help, reconnect.',
    ],
    sends_failing: [
      'The last messages all failed.',
      'Restart the session; if that does not help, reconnect.',
    ],
    never_connected: ['This inbox was never connected.', 'Connect it with the phone at hand.'],
    ended_here: ['It was disconnected in Pauta.'],
    callback_refused: [
      'The callback URL was not accepted.',
      'The network must reach this service over https. Check PUBLIC_URL and try again.',
    ],
    app_not_subscribed: [
      'The app could not be subscribed to the account.',
      'Grant the token the permission to manage the account.',
    ],
    pin_wrong: [
      'The PIN does not belong to this number.',
      'It is the PIN of the number’s two-step verification.',
    ],
    pin_paused: [
      'Too many incorrect PINs.',
      'Meta asks for a pause. Wait an hour before you try again.',
    ],
    number_unregistered: [
      'The number is not registered with the official API yet.',
      'Enter the six digits of its two-step verification PIN.',
    ],
    number_banned: [
      'The network has blocked this number.',
      'Open the app on the phone and do what it asks. Nothing is sent until then.',
    ],
    number_restricted: [
      'The number is restricted: it answers those who write, and starts no new conversations for now.',
      'Wait for the end of the restriction, and send less to people who have not written before.',
    ],
    quality_low: [
      'The number’s quality is low.',
      'Meta may limit what it sends. Send fewer messages that people do not expect.',
    ],
    window_closed: [
      'The person last wrote more than 24 hours ago.',
      'Through the official API only an approved template can be sent now.',
    ],
    permission_missing: [
      'The token lacks a permission.',
      'Create it with whatsapp_business_messaging and whatsapp_business_management.',
    ],
    token_refused: [
      'Meta refused the token.',
      'It may have expired. Create a permanent token for a system user.',
    ],
    number_unknown: [
      'Meta does not know this number, or the token has no access to it.',
      'Copy the phone number ID under API Setup. It is not the phone number.',
    ],
    account_unknown: [
      'Meta does not know this account, or the token has no access to it.',
      'Copy the business account ID under API Setup.',
    ],
    other_account: [
      'The number does not belong to this account.',
      'Check that both IDs are from the same place.',
    ],
    account_needed: ['The ID of the business account is missing.'],
    app_secret_wrong: [
      'This is not the secret of the token’s app.',
      'Copy it from Settings → Basic of the same app.',
    ],
    global_key_needed: [
      'Creating the instance requires the global key.',
      'It is Evolution’s AUTHENTICATION_API_KEY. It is stored encrypted.',
    ],
    global_key_kept: [
      'Evolution needs its global key here: after a logout through its API an instance receives nothing until the gateway restarts.',
      'Enter the AUTHENTICATION_API_KEY under Connect, or log out on the phone, under Linked devices.',
    ],
    instance_missing: [
      'The gateway has no instance of this name, and the key is not the global one.',
      'Enter the AUTHENTICATION_API_KEY to create it, or the name of an existing instance.',
    ],
    instance_gone: [
      'The instance of this inbox no longer exists at the gateway.',
      'Connect the inbox again: Pauta creates another instance.',
    ],
    global_key_for_code: [
      'After a QR code, a pairing code needs a new instance.',
      'Enter Evolution’s AUTHENTICATION_API_KEY, or scan the QR code.',
    ],
    instance_removing: [
      'The gateway is still removing the old instance.',
      'Wait a moment and try again.',
    ],
    global_key_refused: [
      'Evolution refused the global key.',
      'Copy its AUTHENTICATION_API_KEY again.',
    ],
    key_refused: [
      'The gateway refused the key.',
      'Copy it again, without spaces, and check that it is this gateway’s.',
    ],
    instance_taken: [
      'An instance with this name exists, and the gateway does not reveal its key.',
      'Choose another name, or enter the key of the instance.',
    ],
    version_old: ['The gateway’s version is too old.', 'Update the gateway.'],
    other_service: [
      'Something else answers at this address.',
      'Check that it is the gateway’s address, with nothing after the port.',
    ],
    qr_missing: [
      'The gateway showed no code for a minute.',
      'It cannot reach the network, or its version is too old. Check its connection, update it, and start again.',
    ],
    qr_unscanned: ['The code was not scanned in time.', 'Start again with the phone at hand.'],
    passkey_needed: [
      'The network asks for a passkey.',
      'Confirm it in the gateway’s own dashboard, or use another engine.',
    ],
    logged_out: [
      'The phone ended the session.',
      'Reconnect by scanning the code. Its conversations stay the same.',
    ],
    opened_elsewhere: [
      'The session was opened elsewhere.',
      'End the other one, or reconnect here.',
    ],
    session_removed: ['The session was deleted at the gateway.', 'Reconnect to create it again.'],
    session_missing: [
      'The gateway has no such session, or it is stopped.',
      'Reconnect to create it again.',
    ],
    unsupported: ['This kind of inbox does not support this.'],
    session_dropped: [
      'The session dropped.',
      'It usually recovers automatically. If it does not within a minute, restart it.',
    ],
    unreached: [
      'The gateway does not answer.',
      'Check that it is running and that this server can reach it. The inbox recovers with it.',
    ],
    network_slow: ['The network did not answer in time.', 'Wait a moment and try again.'],
    inbox_inactive: ['The inbox is switched off.', 'Switch it on to send through it.'],
    session_down: [
      'The session is not connected.',
      'Restart it; if that does not help, reconnect.',
    ],
    group_unknown: [
      'The gateway does not know this group.',
      'Check on the phone that the number is still in the group.',
    ],
    no_account: [
      'This number has no account on the network.',
      'Check the number, area code included.',
    ],
    throttled: ['The network asks for a pause.', 'Wait a few minutes before you try again.'],
    configuration_incomplete: [
      'This inbox lacks configuration.',
      'Open its connection and fill in the fields again.',
    ],
    gateway_failed: [
      'The gateway answered with an error.',
      'Try again. If it keeps failing, check the gateway’s log.',
    ],
    malformed: ['It has an invalid format.'],
    refused: ['The gateway refused the request.'],
    number_state: [
      'The number is not ready for the official API.',
      'Meta’s dashboard shows the missing steps.',
    ],
    name_free: ['The name is free.'],
    key_accepted: ['The gateway accepts the key.'],
    permitted: ['Can send and configure.'],
    number_belongs: ['The number belongs to this account.'],
    secret_matches: ['It is the secret of the token’s app.'],
    session_taken_over: ['It already exists at the gateway and will be used.'],
    own_number: ['This is the inbox’s own number.', 'Choose another number.'],
    content_unsupported: [
      'This inbox cannot send this content.',
      'Send it in another format, smaller, or as a document.',
    ],
    template_refused: [
      'The network refused the template.',
      'Check that it is approved and that all variables are filled in.',
    ],
    file_unreadable: ['The file could not be read.', 'Send it again.'],
    media_gone: ['The gateway no longer has this file.', 'Ask the person to send it again.'],
    sandbox_refused: ['The sandbox refuses numbers that end in 0000.'],
    service_failed: ['The service could not store the outcome.', 'Try again.'],
    service_stopped: [
      'The service stopped before the gateway answered.',
      'Check the conversation before you send again.',
    ],
    session_up: ['The session is connected.'],
    number_ready: ['The number is ready.'],
    identified: ['It is in order.'],
    other: ['There was a problem with this inbox.', 'Query the gateway for its current state.'],
  },
  said: 'Detail:',
};
