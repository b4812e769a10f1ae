export const shellEn = {
  name: "Aleef",
  tagline: "The tag that brings pets home",
  homeLink: "Aleef, to the home page",
  openMenu: "Open the menu",
  closeMenu: "Close the menu",
  menu: "Menu",
  login: "Login",
  signUp: "Sign up",
  dashboard: "Dashboard",
  logout: "Logout",
  logoutFailed: "An error occurred during logout",
  cart: {
    title: "Your cart",
    open: "Cart",
    close: "Close the cart",
    count_one: "{{count}} piece",
    count_other: "{{count}} pieces",
  },
  owner: {
    inbox: "Inbox",
    unread_one: "{{count}} unread notification",
    unread_other: "{{count}} unread notifications",
  },
  theme: {
    toDark: "Switch to the dark look",
    toLight: "Switch to the light look",
  },
};
