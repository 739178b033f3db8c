package org.peerlock.internal.transport;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects the log lines of the transport. */
final class Lines implements AutoCloseable {

    private final Logger log = (Logger) Connection.LOG;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    Lines() {
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        log.addAppender(appender);
        log.setAdditive(false);
    }

    List<String> warnings() {
        return appender.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        log.detachAppender(appender);
        log.setAdditive(true);
    }
}
