package org.peerlock.registry.jdbc;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Collects the lines of a logger at all levels, which are not printed meanwhile. */
final class LogLines implements AutoCloseable {

    private final Logger log;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    LogLines(Class<?> logger) {
        log = (Logger) LoggerFactory.getLogger(logger);
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        log.addAppender(appender);
        log.setAdditive(false);
        log.setLevel(Level.TRACE);
    }

    List<String> lines() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        log.detachAppender(appender);
        log.setAdditive(true);
        log.setLevel(null);
    }
}
