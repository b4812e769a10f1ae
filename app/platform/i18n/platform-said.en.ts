/** What only the server says: a browser gets the sentence, not its key. */
export const platformSaidEn = {
  form: {
    minLength: "The minimum length is {{length}} characters",
    nameLikeLink: "A name can't contain a web address. Please leave out / and :, and put a space after a dot.",
    maxLength: "The maximum length is {{length}} characters",
    min: "The smallest value is {{min}}",
    max: "The largest value is {{max}}",
    email: "Please enter a valid e-mail address",
    phone: "Please enter a valid phone number",
    amount: "Please enter an amount from {{min}} to {{max}}",
    wholeNumber: "Please enter a whole number from {{min}} to {{max}}",
    tooMany_one: "Too many attempts. Please try again in {{count}} minute.",
    tooMany_other: "Too many attempts. Please try again in {{count}} minutes.",
    bodyTooLarge: "What was sent is too large. Please send less, or a smaller photo.",
    bodyUnreadable: "This form could not be read. Please reload the page and send it again.",
    photoTooManyPixels: "This photo has too many pixels (more than 40 million). Please choose a smaller one.",
    photoTooLong: "This photo is too long and narrow, or too large. Please choose another one.",
    tooManyAtOnce: "Too many requests at once. Please try again in a few seconds.",
    tooManyPhotos: "An account can send {{most}} photos in a day. Please add this one tomorrow, or save without it.",
    photosBusy: "Many photos are arriving at this moment. Please try again shortly, or save without the photo.",
    noRoom: "There is no room for photos right now. Please try again later, or save without the photo.",
    photoDamaged: "This photo is damaged or incomplete. Please choose another one.",
  },
  site: {
    crossOrigin: "This form was sent from another site and was not accepted. Please open our page again and retry.",
    fault: "An unexpected error occurred. If it happens again, please tell us this number: {{id}}",
  },
};
