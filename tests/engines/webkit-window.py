#!/usr/bin/python3
"""A browser window of WebKitGTK for the tests: any width, which the toolbar of WebKit's own MiniBrowser does not allow.

WEBKIT_LOG: file for the pages' console. WEBKIT_WIDTH, WEBKIT_HEIGHT: size of the window in CSS pixels.
"""

import os
import sys

log = os.open(os.environ["WEBKIT_LOG"], os.O_CREAT | os.O_WRONLY | os.O_APPEND)
os.dup2(log, 1)
os.dup2(log, 2)

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

# View transitions end the process of this engine without a graphics card.
WITHOUT_TRANSITIONS = "delete Document.prototype.startViewTransition"

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
windows = []


def answer_permission(_view, request):
    request.deny()
    return True


def open_view():
    scripts = WebKit2.UserContentManager()
    scripts.add_script(
        WebKit2.UserScript.new(
            WITHOUT_TRANSITIONS,
            WebKit2.UserContentInjectedFrames.ALL_FRAMES,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    settings = WebKit2.Settings(
        enable_write_console_messages_to_stdout=True,
        hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
    )
    view = WebKit2.WebView(
        settings=settings,
        web_context=context,
        user_content_manager=scripts,
        is_controlled_by_automation=True,
    )
    view.connect("permission-request", answer_permission)
    view.connect("web-process-terminated", lambda _view, reason: print("WEB PROCESS ENDED", reason, flush=True))
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(int(os.environ["WEBKIT_WIDTH"]), int(os.environ["WEBKIT_HEIGHT"]))
    window.add(view)
    window.show_all()
    windows.append(window)
    return view


def start(_context, session):
    info = WebKit2.ApplicationInfo.new()
    info.set_name("MiniBrowser")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", lambda _session: open_view())


context.connect("automation-started", start)
Gtk.main()
